import { refusal } from "../../lib/core/refusals/refusal";
import type { Handler } from "./front-door";
import { refuse } from "./refuse";

const tooLarge = (cap: number) => ({ status: 413, said: refusal("body_too_large", { max: cap }) });

/**
 * Hands `next` requests whose body has at most `cap` bytes. A longer one is answered with 413: at once where its length is
 * declared, and otherwise when the piece arrives that is too much; that piece and all later ones are dropped.
 */
export function limitBodies(next: Handler, cap: number): Handler {
  return async (incoming, outgoing) => {
    if (Number(incoming.headers["content-length"] ?? 0) > cap) return refuse(outgoing, tooLarge(cap));
    if (incoming.headers["transfer-encoding"] !== undefined) {
      let size = 0;
      const push = incoming.push.bind(incoming);
      incoming.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
        size += chunk?.byteLength ?? 0;
        if (size <= cap) return push(chunk, encoding);
        if (outgoing.headersSent) outgoing.destroy();
        else refuse(outgoing, tooLarge(cap));
        return false;
      };
    }
    try {
      await next(incoming, outgoing);
    } catch (error) {
      // Errors of `next` after our own answer are not needed.
      if (!outgoing.writableEnded) throw error;
    }
  };
}
