import { queryPayment } from "../../checkout/receive/query-payment";
import { paymentNoPattern } from "../../core/ids";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { findChannel } from "../../payments/channels/channel-account";
import { GatewayError } from "../../payments/gateway-request";
import type { GatewayAccount, GatewayTrade } from "../../payments/provider";

export interface Comparison {
  channelId: number;
  channel: string;
  /** Payments that were not paid here: how many the gateway was asked about, and how many it had as paid. */
  asked: number;
  booked: number;
  /** Paid at the gateway, and not known here. Null where the gateway has no list of trades. */
  unknown: GatewayTrade[] | null;
  problem: string | null;
}

const hour = 3_600_000;
/** A payment may still be paid this long after it expired, as the reconciler has it. */
const lateMs = 24 * hour;
/** The gateway's times have no zone: so far they may be off, whichever it has. */
const zoneMs = 26 * hour;
const mostPages = 1_000;

/** Books what came in for payments that the restored database has as not paid. */
async function askAboutOpen(channelId: number, since: Date): Promise<{ asked: number; booked: number }> {
  const open = await db().payment.findMany({
    where: { channelId, state: { not: "paid" }, expiresAt: { gt: new Date(since.getTime() - lateMs) } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  let booked = 0;
  for (const { id } of open) if ((await queryPayment(id)) === "paid") booked += 1;
  return { asked: open.length, booked };
}

/** True also for a time that cannot be read: then the list is read on. */
const mayBeSince = ({ begunAt }: GatewayTrade, since: Date): boolean => {
  const at = Date.parse(`${begunAt.trim().replace(" ", "T")}Z`);
  return Number.isNaN(at) || at > since.getTime() - zoneMs;
};

async function withoutPayment(trades: GatewayTrade[]): Promise<GatewayTrade[]> {
  // Another program may use the same merchant account: its numbers look different.
  const ours = trades.filter(({ isPaid, paymentNo }) => isPaid && paymentNoPattern.test(paymentNo));
  if (ours.length === 0) return [];
  const known = await db().payment.findMany({
    where: { paymentNo: { in: ours.map(({ paymentNo }) => paymentNo) } },
    select: { paymentNo: true },
  });
  const numbers = new Set(known.map(({ paymentNo }) => paymentNo));
  return ours.filter(({ paymentNo }) => !numbers.has(paymentNo));
}

async function findUnknown(
  list: NonNullable<GatewayAccount["listTrades"]>,
  since: Date,
): Promise<GatewayTrade[]> {
  const seen = new Set<string>();
  const unknown: GatewayTrade[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const trades = await list(page);
    // A gateway without pages sends the same one again and again.
    const fresh = trades.filter(({ tradeNo }) => !seen.has(tradeNo));
    for (const { tradeNo } of fresh) seen.add(tradeNo);
    unknown.push(...(await withoutPayment(fresh)));
    if (!fresh.some((trade) => mayBeSince(trade, since))) break;
  }
  return unknown;
}

const report = (channelId: number, channel: string, trades: GatewayTrade[]) =>
  inTransaction(async (tx) => {
    for (const { paymentNo, tradeNo, money, begunAt } of trades)
      await raiseAlert(tx, {
        kind: "payment.unknown_trade",
        data: { channel, paymentNo, tradeNo, money, begunAt },
        reference: paymentNo,
        dedupeKey: `payment.unknown_trade:${channelId}:${tradeNo}`,
      });
  });

async function compareChannel(channelId: number, channel: string, account: GatewayAccount, since: Date) {
  const result: Comparison = { channelId, channel, asked: 0, booked: 0, unknown: null, problem: null };
  if (account.query) Object.assign(result, await askAboutOpen(channelId, since));
  if (!account.listTrades) return result;
  try {
    result.unknown = await findUnknown(account.listTrades, since);
    await report(channelId, channel, result.unknown);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    result.problem = error.message;
  }
  return result;
}

/**
 * After a restore the gateways know more than the database: they are asked about every payment that is open here, which is
 * booked as always, and for paid trades that no payment here belongs to; each of those is an alert.
 */
export async function compareWithGateways(since: Date): Promise<Comparison[]> {
  const rows = await db().paymentChannel.findMany({
    orderBy: { id: "asc" },
    select: { id: true, name: true },
  });
  const compared: Comparison[] = [];
  for (const { id, name } of rows) {
    const channel = await findChannel(db(), id);
    // The built-in gateway has its books in the same database.
    if (!channel || channel.provider.code === "test") continue;
    compared.push(await compareChannel(id, name, channel.account, since));
  }
  return compared;
}
