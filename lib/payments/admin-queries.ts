import { addSeconds, now } from "../core/clock";
import { notFound } from "../core/errors";
import { countLimit, deepPage, deepSlice } from "../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { createdBetween } from "../db/filters";
import type { Prisma } from "../db/generated/client";
import type { Reader } from "../db/transaction";
import type { AdminChannelView, AdminProviderView } from "./channels/schema";
import { besideChannel, viewChannel } from "./channels/view-channel";
import type { AdminPaymentEventList, EventListQuery } from "./events/schema";
import { isAvailable, paymentProviders } from "./find-provider";
import type { PaymentProvider } from "./provider";
import type { AdminPaymentList, PaymentListQuery } from "./schema";
import { findPaymentIdsByNumber, sumNotifications } from "./sql";
import { viewFailure, viewGatewayAmount } from "./view";

export async function getAdminChannel(id: number, reader: Reader = db()): Promise<AdminChannelView> {
  const row = await reader.paymentChannel.findUnique({
    where: { id },
    omit: { configSealed: false },
    include: besideChannel,
  });
  if (!row) throw notFound("payment_channel");
  return viewChannel(reader, row);
}

export async function listAdminChannels(): Promise<AdminChannelView[]> {
  const rows = await db().paymentChannel.findMany({
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
    omit: { configSealed: false },
    include: besideChannel,
  });
  return Promise.all(rows.map((row) => viewChannel(db(), row)));
}

const viewProvider = async (provider: PaymentProvider): Promise<AdminProviderView> => {
  const { code, name, isWeak, fields } = provider;
  return {
    code,
    name,
    is_weak: isWeak,
    is_available: await isAvailable(provider, db()),
    fields: fields.map(({ key, label, kind, required, options, hint }) => ({
      key,
      label,
      kind,
      required,
      options: options ? [...options] : null,
      hint: hint ?? null,
    })),
  };
};

export const listProviders = (): Promise<AdminProviderView[]> =>
  Promise.all(paymentProviders.map(viewProvider));

/** `search` is a payment, order, recharge or trade number, whole. */
async function paymentFilter({
  state,
  disposition,
  channel_id,
  search,
  ...time
}: PaymentListQuery): Promise<Prisma.PaymentWhereInput> {
  return {
    ...(state ? { state } : {}),
    ...(disposition ? { disposition } : {}),
    ...(channel_id ? { channelId: channel_id } : {}),
    ...(search ? { id: { in: await findPaymentIdsByNumber(search) } } : {}),
    ...createdBetween(time),
  };
}

const paymentRefs = {
  channel: { select: { name: true } },
  order: { select: { orderNo: true } },
  recharge: { select: { rechargeNo: true } },
} satisfies Prisma.PaymentInclude;

const toAdminPayment = (row: Prisma.PaymentGetPayload<{ include: typeof paymentRefs }>) => ({
  id: row.id,
  payment_no: row.paymentNo,
  purpose: row.purpose,
  order_no: row.order?.orderNo ?? null,
  recharge_no: row.recharge?.rechargeNo ?? null,
  channel_id: row.channelId,
  channel_name: row.channel.name,
  amount: toMoney(row.amountCents),
  currency: row.currency,
  ...viewGatewayAmount(row),
  state: row.state,
  failure: viewFailure(row.failure),
  disposition: row.disposition,
  trade_no: row.tradeNo,
  created_at: toTime(row.createdAt),
  paid_at: toTimeOrNull(row.paidAt),
});

export async function listPayments(query: PaymentListQuery): Promise<AdminPaymentList> {
  const where = await paymentFilter(query);
  const [counted, rows] = await Promise.all([
    db().payment.count({ where, ...countLimit }),
    db().payment.findMany({ where, orderBy: { id: "desc" }, ...deepSlice(query), include: paymentRefs }),
  ]);
  return { payments: rows.map(toAdminPayment), ...deepPage(query, counted) };
}

const newestRecharges = 100;

/** The newest payments for these orders, and of a member for recharges. */
export async function listPaymentsFor(
  { orderIds, userId }: { orderIds: number[]; userId: number | null },
  take: number,
): Promise<AdminPaymentList["payments"]> {
  const recharges =
    userId === null
      ? []
      : await db().recharge.findMany({
          where: { userId },
          orderBy: { createdAt: "desc" },
          take: newestRecharges,
          select: { id: true },
        });
  const rows = await db().payment.findMany({
    where: {
      OR: [{ orderId: { in: orderIds } }, { rechargeId: { in: recharges.map(({ id }) => id) } }],
    },
    orderBy: { id: "desc" },
    take,
    include: paymentRefs,
  });
  return rows.map(toAdminPayment);
}

/** Reads the same list on, by ascending id. */
export async function paymentReader(query: PaymentListQuery) {
  const where = await paymentFilter(query);
  return async (after: number, take: number) =>
    (
      await db().payment.findMany({
        where: { AND: [where, { id: { gt: after } }] },
        orderBy: { id: "asc" },
        take,
        include: paymentRefs,
      })
    ).map(toAdminPayment);
}

const healthSeconds = 24 * 3600;

/** The notification log: everything a gateway, or somebody in its name, told us. */
export async function listPaymentEvents(query: EventListQuery): Promise<AdminPaymentEventList> {
  const { channel_id, payment_id, verdict } = query;
  const text = query.search?.trim();
  const where: Prisma.PaymentEventWhereInput = {
    ...(channel_id ? { channelId: channel_id } : {}),
    ...(payment_id ? { paymentId: payment_id } : {}),
    ...(verdict ? { verdict } : {}),
    ...createdBetween(query),
    ...(text
      ? {
          OR: [{ paymentId: { in: await findPaymentIdsByNumber(text) } }, { tradeNo: text }],
        }
      : {}),
  };
  const [health, counted, rows] = await Promise.all([
    sumNotifications(addSeconds(now(), -healthSeconds)),
    db().paymentEvent.count({ where, ...countLimit }),
    db().paymentEvent.findMany({
      where,
      orderBy: { id: "desc" },
      ...deepSlice(query),
      include: { channel: { select: { name: true } }, payment: { select: { paymentNo: true } } },
    }),
  ]);
  return {
    payment_events: rows.map((row) => ({
      id: row.id,
      channel_id: row.channelId,
      channel_name: row.channel?.name ?? null,
      payment_no: row.payment?.paymentNo ?? null,
      source: row.source,
      verdict: row.verdict,
      reason: row.reason,
      trade_no: row.tradeNo,
      message: row.redacted,
      ip: row.ip,
      request_id: row.requestId,
      created_at: toTime(row.createdAt),
    })),
    health: health.map((row) => ({
      channel_id: row.id,
      name: row.name,
      notifications: Number(row.notifications),
      refused: Number(row.refused),
      found_by_query: Number(row.found),
      last_good_at: toTimeOrNull(row.last_good_at),
    })),
    ...deepPage(query, counted),
  };
}
