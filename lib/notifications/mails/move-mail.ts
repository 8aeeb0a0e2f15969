import { now } from "../../core/clock";
import { sourcesIn } from "../../core/shapes/moves";
import type { Reader } from "../../db/transaction";
import { mailMoves } from "./mail-state";

export type MailMove = { to: "queued" } | { to: "sent" } | { to: "failed" } | { to: "outbox" };

const columnsOf = (move: MailMove) => {
  switch (move.to) {
    case "queued":
      return { attempts: 0, lastError: null };
    case "sent":
      return { sentAt: now(), attempts: { increment: 1 }, lastError: null };
    case "failed":
    case "outbox":
      return {};
  }
};

/**
 * The only place that changes a mail's status: a conditional update along the table of ./mail-state.ts.
 * @returns how many were in a state that leads there.
 */
export async function moveMails(writer: Reader, ids: readonly number[], move: MailMove): Promise<number> {
  const { count } = await writer.mail.updateMany({
    where: { id: { in: [...ids] }, status: { in: sourcesIn(mailMoves, move.to) } },
    data: { status: move.to, ...columnsOf(move) },
  });
  return count;
}

/** @returns false when the mail is in a state that does not lead there. */
export const moveMail = async (writer: Reader, mailId: number, move: MailMove): Promise<boolean> =>
  (await moveMails(writer, [mailId], move)) === 1;
