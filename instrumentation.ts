/** Next calls this once in each server process. A build and a bare `next start` do no work. */
export async function register() {
  // One condition round the import, so that a bundle for another runtime drops all of it.
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.KEYSHELF_SERVING === "1") {
    const { beginWork } = await import("@/lib/worker/begin-work");
    // Next does not wait for this before it says that it is prepared; scripts/serve.ts does, and stops what began.
    const holder = globalThis as typeof globalThis & { keyshelfWork?: Promise<() => Promise<void>> };
    holder.keyshelfWork = beginWork();
    await holder.keyshelfWork;
  }
}
