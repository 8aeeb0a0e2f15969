import type { IncomingMessage, ServerResponse } from "node:http";

/** Requests of one line that wait for their turn; no browser and no proxy sends any before it has the answer to the last. */
const maxWaiting = 32;

/**
 * The requests of one connection, one after the other. Node hands over every request that a line sends ahead at once, and an
 * answer whose turn has not come hears nothing when the line breaks: the file that it holds would stay open for ever.
 */
export class Line {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /** Runs `answer` when the answers before it are through. A line that sends too much ahead is cut. */
  take(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    if (!this.#isBusy) this.#run(response, answer);
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(() => this.#run(response, answer));
    else request.socket.destroy();
  }

  /** The connection is gone: nobody waits for what has not begun. */
  end(): void {
    this.#waiting.length = 0;
  }

  #run(response: ServerResponse, answer: () => void): void {
    this.#isBusy = true;
    response.once("close", () => {
      this.#isBusy = false;
      this.#waiting.shift()?.();
    });
    answer();
  }
}
