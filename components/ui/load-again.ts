const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

function nextAttempt(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, waitMs);
    window.addEventListener("online", go);
  });
}

/** A script of its own, whose request may be lost: it is asked for again when the network is back, or after a while. */
export async function loadAgain<T>(load: () => Promise<T>, onLost: () => void = () => {}): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === "undefined") throw error;
      onLost();
      await nextAttempt(Math.min(firstWaitMs * 2 ** attempts, longestWaitMs));
    }
  }
}
