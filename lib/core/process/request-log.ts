import pino from "pino";
import { lineFormat, log } from "./log";

/** The line of one request. */
export interface RequestLine {
  request_id: string;
  client_request_id?: string | undefined;
  trace_id?: string | undefined;
  method: string;
  path: string;
  status: number;
  status_code?: number;
  ms: number;
  ip?: string;
  actor?: string;
}

declare global {
  var keyshelfRequestLog: pino.Logger | undefined;
}
const holder = globalThis;

/** Lines of answers that cost little: nothing in them has to be redacted, and they are written in blocks. */
function open(): pino.Logger {
  // The block must be smaller than what one write takes (16 KiB), or the destination refuses to open.
  const blocks = pino.destination({ dest: 1, sync: false, minLength: 8 * 1024, periodicFlush: 1_000 });
  return pino(lineFormat, blocks);
}

/** For answers from memory and pages; a handler of the API writes its line with all others. It never throws: the answer is given. */
export function logRequest(line: () => RequestLine): void {
  if (!log.isLevelEnabled("info")) return;
  try {
    holder.keyshelfRequestLog ??= open();
    holder.keyshelfRequestLog.info(line(), "request");
  } catch (error) {
    log.error({ error }, "the line of a request could not be written");
  }
}
