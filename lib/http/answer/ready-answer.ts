/** Reads a header as `Headers.get` does. */
export interface HeaderReader {
  get(name: string): string | null;
  has(name: string): boolean;
}

/**
 * Facts of an answer that is the same for everybody but for its request id: the server may give its bytes to the next
 * reader without the handler, as long as both say so.
 */
export interface ReadyAnswer {
  /** Whether a handler would still give this answer. */
  isCurrent(): boolean;
  /** Counts the reader against the route's limit. False when the handler has to decide. */
  admit(headers: HeaderReader): boolean;
}

const ready = new WeakMap<Response, ReadyAnswer>();

export const markReady = (response: Response, answer: ReadyAnswer): void => {
  ready.set(response, answer);
};

export const findReady = (response: Response): ReadyAnswer | undefined => ready.get(response);
