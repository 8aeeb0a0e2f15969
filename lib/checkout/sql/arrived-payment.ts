import { sql } from "kysely";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import type { Payment } from "../../db/generated/client";

interface Arrival {
  paymentNo: string;
  channelId: number;
  tradeNo: string;
}

interface Arrivals {
  paymentNos: string[];
  channelIds: number[];
  tradeNos: string[];
}

/** The length of the arrays is hidden from the planner, as with `numbers`. */
const arrived = ({ paymentNos, channelIds, tradeNos }: Arrivals) =>
  sql<{ payment_no: string; channel_id: number; trade_no: string; place: number }>`unnest(
    (SELECT ${paymentNos}::text[])::text[], (SELECT ${channelIds}::int[])::int[], (SELECT ${tradeNos}::text[])::text[])
    WITH ORDINALITY`.as<"arrived">(sql`arrived (payment_no, channel_id, trade_no, place)`);

const selectArrived = fixedStatement((query, arrivals: Arrivals) =>
  query
    .selectFrom(arrived(arrivals))
    .innerJoin("payments as payment", (join) =>
      join
        .onRef("payment.payment_no", "=", "arrived.payment_no")
        .onRef("payment.channel_id", "=", "arrived.channel_id"),
    )
    .select([
      sql<number>`arrived.place::int`.as("place"),
      "payment.id",
      "payment.payment_no as paymentNo",
      "payment.purpose",
      "payment.order_id as orderId",
      "payment.recharge_id as rechargeId",
      "payment.channel_id as channelId",
      "payment.amount_cents as amountCents",
      "payment.fee_cents as feeCents",
      "payment.currency",
      "payment.gateway_cents as gatewayCents",
      "payment.gateway_currency as gatewayCurrency",
      "payment.gateway_reference as gatewayReference",
      "payment.trade_no as tradeNo",
      "payment.state",
    ])
    .select((row) => [
      // The driver makes a Decimal of it, as Prisma does (lib/db/statement.ts).
      row.ref("payment.gateway_rate").$castTo<Payment["gatewayRate"]>().as("gatewayRate"),
      row
        .exists(
          row
            .selectFrom("payment_events as event")
            .select("event.id")
            .whereRef("event.payment_id", "=", "payment.id")
            .whereRef("event.trade_no", "=", "arrived.trade_no")
            .where("event.reason", "=", sql.lit("trade_over")),
        )
        .$castTo<boolean>()
        .as("wasTradeOver"),
    ]),
);

const findTogether = batchReads(async (arrivals: readonly Arrival[]) => {
  const rows = await selectArrived(db(), {
    paymentNos: arrivals.map(({ paymentNo }) => paymentNo),
    channelIds: arrivals.map(({ channelId }) => channelId),
    tradeNos: arrivals.map(({ tradeNo }) => tradeNo),
  });
  return new Map(rows.map(({ place, ...row }) => [arrivals[place - 1], row]));
});

/** The payment of a channel that a gateway's message names, and whether an earlier one said that this trade was over. */
export const findArrivedPayment = async (arrival: Arrival) =>
  (await findTogether(arrival)).get(arrival) ?? null;
