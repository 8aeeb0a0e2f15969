import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import type { OrderMailState } from "../schema";
import { hasMailServer } from "../server/mail-server";
import { mailAttempts } from "./queue-mail";

export interface OrderMail {
  state: OrderMailState;
  kind: string | null;
  recipient: string | null;
  attempts: number;
  createdAt: Date | null;
  sentAt: Date | null;
}

/** The truth about the newest mail that told an order's buyer how it stands. */
export const findOrderMail = (orderNo: string): Promise<OrderMail> =>
  findNewest({ reference: orderNo, kind: { startsWith: "order_", not: "order_answer" } });

/** The same of the newest mail to whom the order was given. */
export const findGiftMail = (orderNo: string): Promise<OrderMail> =>
  findNewest({ reference: orderNo, kind: "gift" });

async function findNewest(where: Prisma.MailWhereInput): Promise<OrderMail> {
  const [mail, isOn] = await Promise.all([
    db().mail.findFirst({
      where,
      orderBy: { id: "desc" },
      select: {
        kind: true,
        recipient: true,
        status: true,
        attempts: true,
        createdAt: true,
        sentAt: true,
      },
    }),
    hasMailServer(),
  ]);
  if (!mail) {
    const state = isOn ? "none" : "off";
    return { state, kind: null, recipient: null, attempts: 0, createdAt: null, sentAt: null };
  }
  const { status, ...rest } = mail;
  const states = {
    queued: mail.attempts === 0 ? "waiting" : "delayed",
    sent: "sent",
    // Given up before its last attempt: its server says that it never takes it.
    failed: mail.attempts < mailAttempts ? "refused" : "failed",
    outbox: "off",
  } as const;
  return { ...rest, state: states[status] };
}
