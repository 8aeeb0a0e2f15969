import { isAppError } from "@/lib/core/errors";
import { connectionReason } from "@/lib/db/connections/connection-problem";
import { StartError } from "../door/front-door";

type Fault = Error & { code?: string; path?: string };

/** Walks from an error to its causes: libraries wrap the error that says why. */
function* causesOf(error: unknown): Generator<Fault> {
  if (typeof error !== "object" || error === null) return;
  yield error as Fault;
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
  yield* causesOf((error as { cause?: unknown }).cause);
}

const fileReasons: Record<string, string> = {
  ENOENT: "does not exist",
  EEXIST: "is there already: choose another name",
  EACCES: "may not be used by this user",
  EPERM: "may not be used by this user",
  EROFS: "cannot be written: its disk is read-only",
  ENOSPC: "cannot be written: its disk is full",
  EDQUOT: "cannot be written: the disk quota is used up",
  EISDIR: "is a folder",
  ENOTDIR: "cannot be reached: a part of its path is a file",
};

function sentenceFor(fault: Fault): string | null {
  const { code = "", path, message } = fault;
  // A sentence already.
  if (/^(Backup|Config|Embedded|Migration|Start|Update)Error$/.test(fault.name)) return message;
  if (isAppError(fault)) return fault.field ? fault.wireMessage() : null;
  if (path !== undefined && code in fileReasons) return `${path} ${fileReasons[code]}.`;
  if (code === "42501")
    return `The database refuses this to the role of database.url (${message}). Run the command as the owner of the tables.`;
  const reason = connectionReason(fault);
  return reason && `The database cannot be used: ${reason.replace(/\.$/, "")}.`;
}

/** One sentence for a fault of the database or of a file. Everything else is a fault of ours and stays as it is. */
export function explain(error: unknown): unknown {
  for (const fault of causesOf(error)) {
    const sentence = sentenceFor(fault);
    if (sentence) return new StartError(sentence, { cause: error });
  }
  return error;
}
