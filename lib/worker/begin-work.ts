import { getConfig } from "../config/config";
import { setLogLevel } from "../core/log";
import { startWorker } from "./start";

/** What a serving process does beside serving. @returns how to end it. */
export async function beginWork(): Promise<() => Promise<void>> {
  const { worker, log } = getConfig();
  setLogLevel(log.level);
  if (worker !== "inline") return async () => {};
  const { stop } = await startWorker();
  return stop;
}
