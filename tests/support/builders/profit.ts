import { startPayment } from "@/lib/checkout/pay/start-payment";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { formatMoney } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import type { ProfitReport } from "@/lib/reports/schema";
import type { FakeGateway } from "../fakes/fake-gateway";
import { getOrder, refundByHand } from "./orders";
import { aClient, aProduct } from "./products";

/** A product with one option that has this cost. */
export async function aCostedProduct(priceCents: bigint, costCents: bigint | null, keys = 20) {
  const { sku } = await aProduct({ keys, priceCents });
  await db().sku.update({ where: { id: sku.id }, data: { costCents } });
  return sku;
}

/** Pays an order or a recharge, and has the gateway say so. */
export async function payAtGateway(
  gateway: FakeGateway,
  owner: { orderId: number } | { rechargeId: number },
  channelId: number,
) {
  const view = await startPayment({ ...owner, channelId, client: aClient() });
  gateway.pay(view.payment_no, view.amount);
  const payment = await db().payment.findUniqueOrThrow({ where: { paymentNo: view.payment_no } });
  const found = await queryPayment(payment.id);
  if (found !== "paid") throw new Error(`The payment is ${found}`);
}

export async function refund(orderId: number, amountCents: bigint) {
  const { orderNo } = await getOrder(orderId);
  await refundByHand(orderNo, { amountCents });
}

/** Sum of the books, read past every line of the report. */
export async function ledgerRevenue(): Promise<string> {
  const sum = await db().ledgerEntry.aggregate({
    where: { account: { kind: "shop_revenue" } },
    _sum: { amountCents: true },
  });
  return formatMoney(sum._sum.amountCents ?? 0n);
}

/** Hundredths of an amount, with as many decimals as its currency has. */
function cents(money: string): bigint {
  const [whole = "0", fraction = ""] = money.split(".");
  return BigInt(whole + fraction.padEnd(2, "0").slice(0, 2));
}
export const sum = (amounts: string[]) => formatMoney(amounts.reduce((all, one) => all + cents(one), 0n));
export const revenueOf = ({ sales, refunds, fees }: ProfitReport["totals"]) =>
  formatMoney(cents(sales) - cents(refunds) + cents(fees));

/** The report's own sentence about its profit, worked out from its other figures. */
export const statedProfit = (figures: ProfitReport["totals"]) =>
  formatMoney(
    cents(figures.sales) -
      cents(figures.refunds) -
      cents(figures.uncosted_sales) -
      cents(figures.cost) +
      cents(figures.fees) -
      cents(figures.gateway_costs) -
      cents(figures.balance_given) -
      cents(figures.gift_cards),
  );
