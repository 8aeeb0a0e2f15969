import pino from "pino";
import { log } from "./log";

interface Read {
  request_id: string;
  path: string;
  status: number;
}

const holder = globalThis as typeof globalThis & { keyshelfReadLog?: pino.Logger };

/** Lines of answers that were given from memory: nothing in them has to be redacted, and they are written in blocks. */
function open(): pino.Logger {
  const blocks = pino.destination({ dest: 1, sync: false, minLength: 16 * 1024, periodicFlush: 1_000 });
  return pino({ name: "keyshelf", base: null, timestamp: pino.stdTimeFunctions.isoTime }, blocks);
}

export function logRead(read: Read): void {
  if (!log.isLevelEnabled("info")) return;
  holder.keyshelfReadLog ??= open();
  holder.keyshelfReadLog.info({ method: "GET", status_code: 0, ...read }, "request");
}
