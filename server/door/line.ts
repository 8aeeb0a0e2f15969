import type { IncomingMessage, ServerResponse } from "node:http";

/** Requests of one line that wait for their turn; no browser and no proxy sends any before it has the answer to the last. */
const maxWaiting = 32;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * The requests of one connection, one after the other. Node hands over every request that a line sends ahead at once, and an
 * answer whose turn has not come hears nothing when the line breaks: the file that it holds would stay open for ever.
 */
export class Line {
  readonly #waiting: (() => void)[] = [];
  #current: Exchange | null = null;

  /** Runs `answer` when the answers before it are through. A line that sends too much ahead is cut. */
  take(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const exchange = { request, response };
    if (!this.#current) this.#run(exchange, answer);
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(() => this.#run(exchange, answer));
    else request.socket.destroy();
  }

  /**
   * Refuses what is no request, or no whole one: after the answers to the requests before it, which have to arrive as if nothing
   * had followed them. `refuse` gets the request that the fault cut off, when it is one whose answer is due.
   */
  fail(refuse: (cut: Exchange | null) => void): void {
    if (this.#current?.request.complete) this.#waiting.push(() => refuse(null));
    else refuse(this.#current);
  }

  /** The connection is gone: nobody waits for what has not begun. */
  end(): void {
    this.#waiting.length = 0;
  }

  #run(exchange: Exchange, answer: () => void): void {
    this.#current = exchange;
    exchange.response.once("close", () => {
      this.#current = null;
      this.#waiting.shift()?.();
    });
    answer();
  }
}
