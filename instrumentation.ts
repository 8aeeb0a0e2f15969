/** Next calls this once in each server process. A build and a bare `next start` do no work. */
export async function register() {
  // Written as one condition so that a bundle for another runtime drops what follows.
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.KEYSHELF_SERVING === "1") {
    // Next does not wait for this before it says that it is prepared; scripts/serve.ts does, and stops what began.
    const holder = globalThis as typeof globalThis & { keyshelfWork?: Promise<() => Promise<void>> };
    holder.keyshelfWork = beginWork();
    await holder.keyshelfWork;
  }
}

async function beginWork(): Promise<() => Promise<void>> {
  const { getConfig } = await import("@/lib/config/config");
  const { setLogLevel } = await import("@/lib/core/log");
  const { worker, log } = getConfig();
  setLogLevel(log.level);
  if (worker !== "inline") return async () => {};
  const { startWorker } = await import("@/lib/worker/start");
  const { stop } = await startWorker();
  return stop;
}
