import { sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { Payment } from "../../db/generated/client";
import type { SqlReader } from "../../db/kysely";

interface Arrival {
  paymentNo: string;
  channelId: number;
  tradeNo: string;
}

const selectArrived = fixedStatement((query, { paymentNo, channelId, tradeNo }: Arrival) =>
  query
    .selectFrom("payments as payment")
    .where("payment.payment_no", "=", paymentNo)
    .where("payment.channel_id", "=", channelId)
    .select([
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
            .where("event.trade_no", "=", tradeNo)
            .where("event.reason", "=", sql.lit("trade_over")),
        )
        .$castTo<boolean>()
        .as("wasTradeOver"),
    ]),
);

/** The payment of a channel that a gateway's message names, and whether an earlier one said that this trade was over. */
export async function findArrivedPayment(reader: SqlReader, arrival: Arrival) {
  const [row] = await selectArrived(reader, arrival);
  return row ?? null;
}
