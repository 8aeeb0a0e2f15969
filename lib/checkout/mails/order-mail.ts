import { z } from "zod";
import type { GuestActor, UserActor } from "../../acts/actor";
import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { keyedHash } from "../../core/crypto";
import { AppError, notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { consumeLimit } from "../../db/rate-limit";
import { inTransaction, type Tx } from "../../db/transaction";
import { findOrderMail } from "../../notifications/mails/order-mail";
import { hasMailServer } from "../../notifications/server/mail-server";
import { getOwnOrderId } from "../../orders/queries";
import { recordEvent } from "../../orders/record-event";
import type { OrderMailOut } from "../schema";
import { mailOrderAgain } from "./order-mails";

const mostAnswers = 20;
const answered = z.object({ note: z.string() });

async function findMailed(orderId: number) {
  return db().order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      id: true,
      orderNo: true,
      buyerKind: true,
      email: true,
      paymentStatus: true,
      fulfillmentStatus: true,
      user: { select: { email: true } },
      events: {
        where: { kind: "answered" },
        orderBy: { id: "desc" },
        take: mostAnswers,
        select: { data: true, createdAt: true },
      },
    },
  });
}
type MailedOrder = Awaited<ReturnType<typeof findMailed>>;

const addressOf = (order: MailedOrder) => order.user?.email ?? order.email;
/** There is something to tell by mail: what was bought, that it is being prepared, or that it failed. */
const isTellable = ({ fulfillmentStatus }: MailedOrder) =>
  ["ready", "processing", "held", "failed"].includes(fulfillmentStatus);

async function describe(order: MailedOrder): Promise<OrderMailOut> {
  const [mail, isOn] = await Promise.all([findOrderMail(order.orderNo), hasMailServer()]);
  const email = addressOf(order);
  const canResend = isOn && email !== null && isTellable(order);
  return {
    state: mail.state,
    kind: mail.kind,
    email,
    attempts: mail.attempts,
    queued_at: toTimeOrNull(mail.createdAt),
    sent_at: toTimeOrNull(mail.sentAt),
    can_resend: canResend,
    can_change_email: canResend && order.buyerKind === "guest",
    answers: order.events.flatMap(({ data, createdAt }) => {
      const { data: kept } = answered.safeParse(data);
      return kept ? [{ text: kept.note, at: toTime(createdAt) }] : [];
    }),
  };
}

/** Once an order belongs to an account, only the account may read its address and what became of its mails. */
const isOfAnAccount = (actor: GuestActor | UserActor, order: MailedOrder) =>
  actor.kind === "guest" && order.buyerKind !== "guest";

/** Tells how far the mail about the caller's own order has come. @throws AppError `not_found` */
export async function getOrderMail(actor: GuestActor | UserActor, orderNo: string): Promise<OrderMailOut> {
  const order = await findMailed(await getOwnOrderId(actor, orderNo));
  if (!isOfAnAccount(actor, order)) return describe(order);
  return {
    state: "none",
    kind: null,
    email: null,
    attempts: 0,
    queued_at: null,
    sent_at: null,
    can_resend: false,
    can_change_email: false,
    answers: [],
  };
}

async function countMailRequest(orderId: number, email: string): Promise<void> {
  await consumeLimit("order_mail", String(orderId));
  const address = Buffer.from(keyedHash("limit", email)).toString("base64url").slice(0, 22);
  await consumeLimit("order_mail_address", address);
}

function requireMailable(order: MailedOrder, email: string | undefined): string {
  if (email !== undefined && order.buyerKind !== "guest")
    throw new AppError("state_conflict", "mail_to_account", {
      field: "email",
    });
  const to = email ?? addressOf(order);
  if (to === null || order.buyerKind === "site") throw new AppError("state_conflict", "no_buyer");
  return to;
}

async function changeAddress(
  tx: Tx,
  order: MailedOrder,
  { email, by }: { email: string | undefined; by: string },
): Promise<void> {
  if (email === undefined || email === order.email) return;
  await tx.order.update({ where: { id: order.id }, data: { email } });
  await recordEvent(tx, { orderId: order.id, kind: "email_changed", actor: by });
}

const nothingToSend = () => new AppError("state_conflict", "nothing_to_send");
const noServer = () => new AppError("state_conflict", "no_mail_server");

/**
 * Sends the mail about the caller's order again, for a guest also to another address, which the order has from then on.
 * Three an hour for an order and five for an address. @throws AppError `not_found`, `state_conflict`, `rate_limited`
 */
export async function resendOrderMail(
  actor: GuestActor | UserActor,
  orderNo: string,
  { email }: { email?: string | undefined },
): Promise<OrderMailOut> {
  const order = await findMailed(await getOwnOrderId(actor, orderNo));
  if (isOfAnAccount(actor, order)) throw new AppError("state_conflict", "mail_to_account");
  if (!(await hasMailServer())) throw noServer();
  if (!isTellable(order)) throw nothingToSend();
  const to = requireMailable(order, email);
  await countMailRequest(order.id, to);
  const by = actor.kind === "guest" ? "guest" : `user:${actor.userId}`;
  await inTransaction(async (tx) => {
    await changeAddress(tx, order, { email, by });
    if (!(await mailOrderAgain(tx, order.id))) throw nothingToSend();
  });
  return describe(await findMailed(order.id));
}

/**
 * The same for staff, without the limits and audited. A mistyped address is corrected even while there is nothing to send or no
 * server to send it: without one the mail waits in the outbox. @throws AppError `not_found`, `state_conflict`
 */
export async function resendOrderMailByStaff(
  actor: AdminActor,
  orderNo: string,
  email: string | undefined,
  client: ClientInfo,
): Promise<OrderMailOut> {
  const found = orderNoPattern.test(orderNo)
    ? await db().order.findUnique({ where: { orderNo }, select: { id: true } })
    : null;
  if (!found) throw notFound("order");
  const order = await findMailed(found.id);
  requireMailable(order, email);
  if (email === undefined && !(await hasMailServer())) throw noServer();
  await inTransaction(async (tx) => {
    await changeAddress(tx, order, { email, by: actorName(actor) });
    if (!(await mailOrderAgain(tx, order.id)) && email === undefined) throw nothingToSend();
    await recordAudit(tx, actor, client, {
      action: "order.mail",
      target: `order:${orderNo}`,
      data: email ? { email } : {},
    });
  });
  return describe(await findMailed(order.id));
}
