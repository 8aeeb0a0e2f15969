import type { AdminActor, ClientInfo, GuestActor, UserActor } from "../../acts/actor";
import { actorName } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { newUuid, orderNoPattern } from "../../core/ids";
import { toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { consumeLimit } from "../../db/rate-limit";
import { inTransaction, type Tx } from "../../db/transaction";
import { findGiftMail } from "../../notifications/mails/order-mail";
import { hasMailServer } from "../../notifications/server/mail-server";
import type { SentGift } from "../../orders/gifts/schema";
import { getOwnOrderId } from "../../orders/queries";
import { recordEvent } from "../../orders/record-event";
import { lockGift } from "../../orders/sql/gifts";
import { countGift } from "../read-gift";
import { queueGift } from "./gift-mails";
import { findMailable } from "./mailable-order";

async function findGift(orderId: number) {
  const gift = await db().orderGift.findUnique({
    where: { orderId },
    include: { order: { select: { orderNo: true, status: true, buyerKind: true, fulfillmentStatus: true } } },
  });
  if (!gift) throw notFound("gift");
  return gift;
}
type Gift = Awaited<ReturnType<typeof findGift>>;

const over = ["canceled", "expired", "refunded"];

async function describe({ order, ...gift }: Gift): Promise<SentGift> {
  const [mail, isOn] = await Promise.all([findGiftMail(order.orderNo), hasMailServer()]);
  return {
    email: gift.email,
    message: gift.message,
    from_name: gift.fromName,
    opened_at: toTimeOrNull(gift.openedAt),
    state: mail.state,
    attempts: mail.attempts,
    queued_at: toTimeOrNull(mail.createdAt),
    sent_at: toTimeOrNull(mail.sentAt),
    can_resend: isOn && order.fulfillmentStatus === "ready",
    can_change_email: gift.openedAt === null && !over.includes(order.status),
  };
}

/** Once a guest's order belongs to an account, only the account may write to its recipient. */
const isOfAnAccount = (actor: GuestActor | UserActor, { order }: Gift) =>
  actor.kind === "guest" && order.buyerKind !== "guest";

/** Tells how far the caller's gift has come. @throws AppError `not_found` */
export async function getGift(actor: GuestActor | UserActor, orderNo: string): Promise<SentGift> {
  const gift = await findGift(await getOwnOrderId(actor, orderNo));
  const told = await describe(gift);
  return isOfAnAccount(actor, gift) ? { ...told, can_resend: false, can_change_email: false } : told;
}

/** Ends the links that were sent to the former address; the next who opens the gift is its first reader. */
async function changeAddress(tx: Tx, orderId: number, email: string, by: string): Promise<void> {
  await tx.giftToken.deleteMany({ where: { orderId } });
  await tx.orderGift.update({ where: { orderId }, data: { email, openedAt: null } });
  await recordEvent(tx, { orderId, kind: "gift_changed", actor: by });
}

interface Resend {
  orderId: number;
  email: string | undefined;
  by: string;
  /** Also after somebody opened it. */
  isByStaff: boolean;
}

/** @throws AppError `state_conflict` */
async function resend(tx: Tx, { orderId, email, by, isByStaff }: Resend): Promise<void> {
  const locked = await lockGift(tx, orderId);
  if (!locked) throw notFound("gift");
  const isNew = email !== undefined && email !== locked.email;
  if (isNew && locked.openedAt && !isByStaff)
    throw new AppError("state_conflict", "gift_opened", { field: "email" });
  if (isNew) await changeAddress(tx, orderId, email, by);
  const order = await findMailable(tx, orderId, ["ready"]);
  if (!order && !isNew) throw new AppError("state_conflict", "nothing_to_send");
  if (!order) return;
  // Corrected before its first mail was written: this is it.
  const isFirst = await queueGift(tx, order, { orderId, dedupeKey: `gift:${orderId}` });
  if (!isFirst) await queueGift(tx, order, { orderId, dedupeKey: `gift.again:${orderId}:${newUuid()}` });
}

/**
 * Sends the mail about a gift again, to another address only while nobody has opened it (C188). Three an hour for an order and ten
 * for an address. @throws AppError `not_found`, `state_conflict`, `rate_limited`
 */
export async function resendGift(
  actor: GuestActor | UserActor,
  orderNo: string,
  { email }: { email?: string | undefined },
): Promise<SentGift> {
  const orderId = await getOwnOrderId(actor, orderNo);
  const gift = await findGift(orderId);
  if (isOfAnAccount(actor, gift)) throw new AppError("state_conflict", "mail_to_account");
  if (!(await hasMailServer())) throw new AppError("state_conflict", "no_mail_server");
  if (over.includes(gift.order.status)) throw new AppError("state_conflict", "nothing_to_send");
  await consumeLimit("gift_mail", String(orderId));
  await countGift(email ?? gift.email);
  const by = actor.kind === "guest" ? "guest" : `user:${actor.userId}`;
  await inTransaction((tx) => resend(tx, { orderId, email, by, isByStaff: false }));
  return describe(await findGift(orderId));
}

/** The same for staff: without the limits, also after it was opened, and audited. @throws AppError `not_found`, `state_conflict` */
export async function resendGiftByStaff(
  { actor, client, orderNo }: { actor: AdminActor; client: ClientInfo; orderNo: string },
  { email }: { email?: string | undefined },
): Promise<SentGift> {
  const found = orderNoPattern.test(orderNo)
    ? await db().order.findUnique({ where: { orderNo }, select: { id: true } })
    : null;
  if (!found) throw notFound("order");
  await inTransaction(async (tx) => {
    await resend(tx, { orderId: found.id, email, by: actorName(actor), isByStaff: true });
    await recordAudit(tx, actor, client, {
      action: "order.gift",
      target: `order:${orderNo}`,
      data: email ? { email } : {},
    });
  });
  return describe(await findGift(found.id));
}
