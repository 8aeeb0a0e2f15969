import { addSeconds, now } from "../../core/clock";
import { baseLocale } from "../../core/locale";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { pieceCharacters } from "./bounds";
import { endImport } from "./end-import";
import { addPiece, openImport, startImport } from "./open-import";
import { getImport } from "./queries";
import { runImport } from "./run-import";
import type { KeyImportMode, KeyImportView, NewKeyImport } from "./schema";
import { isRunning } from "./state";

/** A shop that runs goes on with the import when the process that began it has died. */
const takeOverSeconds = 600;
const lookMs = 500;

/** Keeps the text of a file for its import, a piece at a time. @returns how many pieces it has */
async function sendFile(id: number, texts: AsyncIterable<string>): Promise<number> {
  let number = 0;
  let text = "";
  const send = async () => {
    await addPiece(id, { number, text });
    number += 1;
    text = "";
  };
  for await (const part of texts) {
    if (text !== "" && text.length + part.length > pieceCharacters) await send();
    text += part;
  }
  if (text !== "" || number === 0) await send();
  return number;
}

/** Runs an import to its end, here or in a process that took it over. */
async function follow(id: number, onProgress: (view: KeyImportView) => void): Promise<KeyImportView> {
  let isOver = false;
  const run = runImport(id, Number.POSITIVE_INFINITY).finally(() => {
    isOver = true;
  });
  run.catch(() => undefined);
  while (!isOver) {
    await Promise.race([run, new Promise((resolve) => setTimeout(resolve, lookMs))]);
    onProgress(await getImport(id, baseLocale));
  }
  await run;
  for (;;) {
    const view = await getImport(id, baseLocale);
    if (!isRunning(view.status)) return view;
    onProgress(view);
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

interface FileImport {
  /** Its text in parts, each no longer than a piece. */
  texts: AsyncIterable<string>;
  input: NewKeyImport;
  mode: KeyImportMode;
  onProgress: (view: KeyImportView) => void;
}

/**
 * Imports the keys of a file in this process, by the reader and in the batches of the job, so that the file may be of any
 * length. @throws AppError `not_found`, `malformed`, `state_conflict`
 */
export async function importFile({ texts, input, mode, onProgress }: FileImport): Promise<KeyImportView> {
  const { id } = await openImport("system", input);
  try {
    const pieces = await sendFile(id, texts);
    await startImport("system", null, id, { mode, pieces, jobAt: addSeconds(now(), takeOverSeconds) });
  } catch (error) {
    await db().keyImport.deleteMany({ where: { id, status: "uploading" } });
    throw error;
  }
  const view = await follow(id, onProgress);
  // A check leaves its text to nobody.
  if (view.status === "checked")
    await inTransaction((tx) => endImport(tx, "system", null, { id, to: "canceled" }));
  return view;
}
