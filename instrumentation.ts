/** Next calls this once in each server process, before the first request. A build and a bare `next start` do no work. */
export async function register() {
  // Written as one condition so that a bundle for another runtime drops what follows.
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.KEYSHELF_SERVING === "1") {
    const { getConfig } = await import("@/lib/config/config");
    const { setLogLevel } = await import("@/lib/core/log");
    const { worker, log } = getConfig();
    setLogLevel(log.level);
    if (worker !== "inline") return;

    const { startWorker } = await import("@/lib/worker/start");
    const running = await startWorker();
    // Read by scripts/serve.ts, which stops the worker before the database.
    const holder = globalThis as typeof globalThis & { keyshelfStop?: (() => Promise<void>)[] };
    holder.keyshelfStop = [...(holder.keyshelfStop ?? []), running.stop];
  }
}
