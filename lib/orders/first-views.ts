import { now } from "../core/clock";
import { log } from "../core/process/log";
import { db } from "../db/client";
import { type FirstView, storeFirstViews } from "./sql/first-views";

/** Many first views share one statement; a killed process loses these seconds, and the next view takes their place. */
const everyMs = 2_000;
const mostWaiting = 10_000;

// On globalThis: pages and API are built into several bundles of one process.
declare global {
  var keyshelfFirstViews: Map<number, FirstView> | undefined;
}
const holder = globalThis;
holder.keyshelfFirstViews ??= new Map();
const waiting = holder.keyshelfFirstViews;

/** Writes down what was seen until now. */
export async function writeFirstViews(): Promise<void> {
  const views = [...waiting.values()];
  waiting.clear();
  if (views.length > 0) await storeFirstViews(db(), views);
}

/**
 * The buyer has seen the goods of this order for the first time: what a gateway asks for when the buyer says that nothing came. The
 * reader does not wait for it.
 */
export function noteFirstView(orderId: number, ip: string | null): void {
  if (waiting.has(orderId) || waiting.size >= mostWaiting) return;
  waiting.set(orderId, { orderId, at: now(), ip });
}

/** For the process that serves. @returns how to stop: what waits is written before */
export function keepWritingFirstViews(): () => Promise<void> {
  const write = () =>
    writeFirstViews().catch((error: unknown) => log.warn({ error }, "first views were not written"));
  const timer = setInterval(() => void write(), everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await write();
  };
}
