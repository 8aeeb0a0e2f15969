// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfSends: AbortController | undefined;
}
const holder = globalThis;

const current = (): AbortController => {
  holder.keyshelfSends ??= new AbortController();
  return holder.keyshelfSends;
};

/**
 * A call was given up because this process stops. Nobody knows whether the other side acted on it, as after a kill: it is no
 * failure of that side, and the job is done again.
 */
export class StoppedSend extends Error {
  constructor() {
    super("Given up, because this process stops");
    this.name = "StoppedSend";
  }
}

/** Aborted with a `StoppedSend` when this process waits for no other host any more. */
export const sendsSignal = (): AbortSignal => current().signal;

/** Ends every call to another host that is under way, and refuses new ones. */
export const stopSends = (): void => current().abort(new StoppedSend());

/** A worker begins: what stopped before concerned its predecessor in this process. */
export const allowSends = (): void => {
  if (current().signal.aborted) holder.keyshelfSends = new AbortController();
};

/** Gives the result of `work`, or a `StoppedSend` as soon as sends are stopped. For libraries that take no signal. */
export async function untilStopped<T>(work: Promise<T>): Promise<T> {
  const signal = sendsSignal();
  signal.throwIfAborted();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
