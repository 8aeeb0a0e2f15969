import type { AdminActor, ClientInfo } from "../../acts/actor";
import { hasPermission, type Permission } from "../../acts/permissions";
import { confirmPaidIn } from "../../checkout/receive/confirm-paid";
import { finishRefundIn } from "../../checkout/refund/finish-refund";
import { resendRefundIn } from "../../checkout/refund/resend-refund";
import { notFound } from "../../core/errors";
import type { Cents } from "../../core/money";
import { isOneOf, keysOf } from "../../core/shapes/records";
import type { Tx } from "../../db/transaction";
import { moveDepositIn } from "../../interconnect/main/move-deposit";
import { releaseByDeposit } from "../../interconnect/main/release-held-orders";
import { describeSettlement, settleStatementIn } from "../../interconnect/main/statements/settle-statement";
import { lockOrder } from "../../orders/mark-order-paid";
import { refundOrderIn } from "../../orders/refund/refund-order";
import { getSettings } from "../../settings/queries";
import { adjustBalanceIn } from "../../wallet/adjust-balance";
import { createGiftCardBatchIn } from "../../wallet/gift-cards/create-gift-card-batch";
import type { MoneyActKind, MoneyRequestBody } from "./money-request-schema";

interface Facts {
  amountCents: Cents;
  currency: string;
  reference: string;
  /** The same act asked for again. */
  key: string;
}

type BodyOf<K extends MoneyActKind> = Extract<MoneyRequestBody, { kind: K }>;

interface Act<K extends MoneyActKind> {
  permission: Permission;
  /** @throws AppError `not_found` */
  describe(tx: Tx, body: BodyOf<K>): Promise<Facts>;
  /** Does it as its own call does. @returns what follows after the commit */
  perform(tx: Tx, actor: AdminActor, client: ClientInfo, body: BodyOf<K>): Promise<() => Promise<unknown>>;
}

const nothing = async () => undefined;

/** Locked: what is approved is still what the order says when it is done. */
async function findOrder(tx: Tx, orderNo: string) {
  const order = await tx.order.findUnique({ where: { orderNo }, select: { id: true, currency: true } });
  if (!order) throw notFound("order");
  const { amountCents, walletPaidCents } = await lockOrder(tx, order.id);
  return { amountCents, walletPaidCents, currency: order.currency };
}

async function findPayment(tx: Tx, paymentNo: string) {
  const payment = await tx.payment.findUnique({
    where: { paymentNo },
    select: {
      amountCents: true,
      currency: true,
      order: { select: { orderNo: true } },
      recharge: { select: { rechargeNo: true } },
    },
  });
  if (!payment) throw notFound("payment");
  return payment;
}

async function describeRefund(tx: Tx, kind: MoneyActKind, refundNo: string): Promise<Facts> {
  const refund = await tx.refund.findUnique({
    where: { refundNo },
    select: { amountCents: true, order: { select: { orderNo: true, currency: true } } },
  });
  if (!refund) throw notFound("refund");
  const { amountCents, order } = refund;
  const reference = `order:${order.orderNo}`;
  return { amountCents, currency: order.currency, reference, key: `${kind}:${refundNo}` };
}

const acts: { [K in MoneyActKind]: Act<K> } = {
  "wallet.adjust": {
    permission: "customers:write",
    async describe(tx, { user_id, amount, request_key }) {
      if ((await tx.user.count({ where: { id: user_id } })) === 0) throw notFound("user");
      const { currency } = await getSettings();
      const reference = `user:${user_id}`;
      return { amountCents: amount, currency, reference, key: `wallet.adjust:${user_id}:${request_key}` };
    },
    async perform(tx, actor, client, { user_id, ...body }) {
      await adjustBalanceIn(tx, actor, client, user_id, body);
      return nothing;
    },
  },
  "deposit.move": {
    permission: "interconnect:write",
    async describe(tx, { site_id, amount, request_key }) {
      if ((await tx.site.count({ where: { id: site_id } })) === 0) throw notFound("site");
      const { currency } = await getSettings();
      const reference = `site:${site_id}`;
      return { amountCents: amount, currency, reference, key: `deposit.move:${site_id}:${request_key}` };
    },
    async perform(tx, actor, client, { site_id, ...body }) {
      await moveDepositIn(tx, actor, client, site_id, body);
      return () => (body.direction === "in" ? releaseByDeposit(site_id) : nothing());
    },
  },
  "statement.settle": {
    permission: "interconnect:write",
    async describe(tx, { site_id, statement_id }) {
      const sum = await describeSettlement(tx, site_id, statement_id);
      return { ...sum, reference: `site:${site_id}`, key: `statement.settle:${statement_id}` };
    },
    async perform(tx, actor, client, { site_id, statement_id, from, note }) {
      await settleStatementIn(
        tx,
        actor,
        client,
        { siteId: site_id, statementId: statement_id },
        { from, note },
      );
      return () => (from === "deposit" ? releaseByDeposit(site_id) : nothing());
    },
  },
  "order.refund": {
    permission: "orders:write",
    async describe(tx, { order_no, amount, request_key }) {
      const { currency } = await findOrder(tx, order_no);
      const reference = `order:${order_no}`;
      return { amountCents: amount, currency, reference, key: `order.refund:${order_no}:${request_key}` };
    },
    async perform(tx, actor, client, body) {
      await refundOrderIn(tx, actor, client, {
        orderNo: body.order_no,
        amountCents: body.amount,
        method: body.method,
        reason: body.reason ?? null,
        requestKey: body.request_key,
        ...(body.keys ? { keys: body.keys } : {}),
        item: body.item,
        isPaidBack: body.paid_back ?? false,
      });
      return nothing;
    },
  },
  "order.confirm_paid": {
    permission: "orders:write",
    async describe(tx, { order_no, payment_no }) {
      const { amountCents, walletPaidCents, currency } = await findOrder(tx, order_no);
      const ofPayment = payment_no === undefined ? null : await findPayment(tx, payment_no);
      return {
        amountCents: ofPayment?.amountCents ?? amountCents - walletPaidCents,
        currency,
        reference: `order:${order_no}`,
        key: `order.confirm_paid:${order_no}`,
      };
    },
    async perform(tx, actor, client, { kind: _kind, order_no: orderNo, ...said }) {
      await confirmPaidIn(tx, { actor, client }, { orderNo }, said);
      return nothing;
    },
  },
  "payment.confirm": {
    permission: "payments:write",
    async describe(tx, { payment_no }) {
      const { amountCents, currency, order, recharge } = await findPayment(tx, payment_no);
      const reference = order ? `order:${order.orderNo}` : `recharge:${recharge?.rechargeNo}`;
      return { amountCents, currency, reference, key: `payment.confirm:${payment_no}` };
    },
    async perform(tx, actor, client, { kind: _kind, payment_no: paymentNo, ...said }) {
      await confirmPaidIn(tx, { actor, client }, { paymentNo }, said);
      return nothing;
    },
  },
  "refund.finish": {
    permission: "payments:write",
    describe: (tx, { kind, refund_no }) => describeRefund(tx, kind, refund_no),
    async perform(tx, actor, client, { refund_no }) {
      await finishRefundIn(tx, actor, client, refund_no);
      return nothing;
    },
  },
  "refund.send": {
    permission: "payments:write",
    describe: (tx, { kind, refund_no }) => describeRefund(tx, kind, refund_no),
    async perform(tx, actor, client, { refund_no }) {
      await resendRefundIn(tx, actor, client, refund_no);
      return nothing;
    },
  },
  "gift_cards.create": {
    permission: "marketing:write",
    async describe(_tx, { amount, quantity, request_key }) {
      const { currency } = await getSettings();
      const amountCents = amount * BigInt(quantity);
      return { amountCents, currency, reference: "gift_cards", key: `gift_cards.create:${request_key}` };
    },
    async perform(tx, actor, client, { kind: _kind, request_key: _key, ...body }) {
      await createGiftCardBatchIn(tx, actor, client, body);
      return nothing;
    },
  },
};

const actOf = <K extends MoneyActKind>(body: { kind: K }): Act<K> => acts[body.kind];

/** Permissions that the act's own call needs. */
export const permissionsOfAct = (kind: MoneyActKind): Permission[] => [acts[kind].permission, "money:write"];

/** Whether somebody may do the act of a request, apart from limits. */
export const mayPerform = (actor: AdminActor, kind: string): boolean =>
  isOneOf(keysOf(acts), kind) && permissionsOfAct(kind).every((one) => hasPermission(actor, one));

export const describeAct = (tx: Tx, body: MoneyRequestBody): Promise<Facts> =>
  actOf(body).describe(tx, body as never);

export const performAct = (tx: Tx, actor: AdminActor, client: ClientInfo, body: MoneyRequestBody) =>
  actOf(body).perform(tx, actor, client, body as never);
