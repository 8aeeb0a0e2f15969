import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { comparableKey } from "../core/codes";
import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { inTransaction } from "../db/transaction";
import { findElsewhere } from "./find-elsewhere";
import { requireKeyedSku } from "./require-sku";
import type { ImportReport } from "./schema";
import { hashSecret, hex } from "./seal-secret";
import { storeSecrets } from "./store-secrets";

export const maxSecretBytes = 16_384;
const longImport = { timeout: 120_000 };

export interface SecretLines {
  lines: string[];
  empty: number;
  repeated: number;
}

/** The first of the lines that are compared as one key. */
function oneOfEach(lines: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const line of lines) {
    const key = comparableKey(line);
    if (!first.has(key)) first.set(key, line);
  }
  return [...first.values()];
}

/**
 * One secret a line; blank lines and repeats within the text are dropped and counted. A key is kept byte for byte, and one
 * that holds U+FFFD or U+0000 is refused: a program put it where it could not read the bytes, so it is not the key any more.
 */
export function splitSecrets(text: string): SecretLines {
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const filled = all.filter((line) => comparableKey(line) !== "");
  const lost = all.findIndex((line) => line.includes("\uFFFD") || line.includes("\0"));
  if (lost !== -1) {
    throw new AppError("malformed", refusal("lost_character", { line: lost + 1 }), {
      field: "secrets",
    });
  }
  const lines = oneOfEach(filled);
  const long = lines.findIndex((line) => Buffer.byteLength(line) > maxSecretBytes);
  if (long !== -1) {
    throw new AppError("malformed", refusal("secret_too_long", { number: long + 1, max: maxSecretBytes }), {
      field: "secrets",
    });
  }
  return { lines, empty: all.length - filled.length, repeated: filled.length - lines.length };
}

export interface ImportRequest {
  skuId: number;
  text: string;
  note: string;
  addTo?: number | null;
  /** Does not import what another option has. */
  leaveOutElsewhere?: boolean;
}

/** Imports pasted or uploaded secrets, one a line, and reports what was stored and what was a duplicate. */
export async function importSecrets(
  actor: AdminActor | "system",
  client: ClientInfo | null,
  { skuId, text, note, addTo = null, leaveOutElsewhere = false }: ImportRequest,
): Promise<ImportReport> {
  const { lines, empty, repeated } = splitSecrets(text);
  if (lines.length === 0) throw new AppError("malformed", "empty", { field: "secrets" });
  await requireKeyedSku(skuId);
  return inTransaction(async (tx) => {
    const elsewhere = await findElsewhere(tx, skuId, lines);
    const wanted =
      leaveOutElsewhere && elsewhere.hashes.size > 0
        ? lines.filter((line) => !elsewhere.hashes.has(hex(hashSecret(line))))
        : lines;
    const { batchId, imported, voided, duplicates } = await storeSecrets(tx, {
      skuId,
      keys: wanted.map((content) => ({ content })),
      note,
      staffId: actor === "system" ? null : actor.staffId,
      addTo,
    });
    await recordAudit(tx, actor, client, {
      action: "stock.import",
      target: `sku:${skuId}`,
      data: { batchId, imported, lines: lines.length },
    });
    // Lines that were left out for another option stand in `elsewhere`; the caller knows its lines by their place.
    const places = wanted === lines ? null : new Map(lines.map((line, index) => [line, index]));
    return {
      batch_id: batchId,
      imported,
      elsewhere: elsewhere.skus,
      duplicates: duplicates.length,
      voided,
      repeated,
      empty,
      duplicate_lines: duplicates.map((index) => places?.get(wanted[index] ?? "") ?? index),
    };
  }, longImport);
}
