const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

function nextTry(waitMs: number): Promise<void> {
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
  for (let tries = 0; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === "undefined") throw error;
      onLost();
      await nextTry(Math.min(firstWaitMs * 2 ** tries, longestWaitMs));
    }
  }
}
