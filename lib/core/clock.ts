let offsetMs = 0;
let frozenMs: number | undefined;

/** The one source of business time. */
export const now = (): Date => new Date(frozenMs ?? Date.now() + offsetMs);

export const secondsFromNow = (seconds: number): Date => new Date(now().getTime() + seconds * 1000);
export const minutesFromNow = (minutes: number): Date => secondsFromNow(minutes * 60);
export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** Runs `work` as if it were `at`, in a process that does nothing else: a shop is filled with a past. */
export async function asOf<T>(at: Date, work: () => Promise<T>): Promise<T> {
  const before = frozenMs;
  frozenMs = at.getTime();
  try {
    return await work();
  } finally {
    frozenMs = before;
  }
}

/** For tests: `set` freezes, `advance` shifts, `reset` returns to the wall clock. */
export const testClock = {
  set(at: Date) {
    frozenMs = at.getTime();
  },
  advance(seconds: number) {
    if (frozenMs === undefined) offsetMs += seconds * 1000;
    else frozenMs += seconds * 1000;
  },
  reset() {
    offsetMs = 0;
    frozenMs = undefined;
  },
};
