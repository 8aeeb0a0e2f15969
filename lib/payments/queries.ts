import { toMoney } from "../core/wire";
import { db } from "../db/client";
import type { Reader } from "../db/transaction";
import { findProvider, isAvailable } from "./find-provider";
import type { PaymentChannelView, PaymentView } from "./schema";
import { viewFeeRate, viewPayment } from "./view";

/** What a buyer may choose from, in the operator's order. */
export async function listPaymentChannels(reader: Reader = db()): Promise<PaymentChannelView[]> {
  const rows = await reader.paymentChannel.findMany({
    where: { isActive: true },
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
  });
  const offered = await Promise.all(
    rows.map(async (row) => {
      const provider = findProvider(row.provider);
      return provider !== null && (await isAvailable(provider, reader));
    }),
  );
  return rows
    .filter((_, index) => offered[index])
    .map((row) => ({
      id: row.id,
      name: row.name,
      provider: row.provider,
      interaction: row.interaction as PaymentChannelView["interaction"],
      icon: row.icon,
      min_amount: row.minCents === null ? null : toMoney(row.minCents),
      max_amount: row.maxCents === null ? null : toMoney(row.maxCents),
      fee_rate: viewFeeRate(row.feeBps),
    }));
}

/** The payment a buyer can still go on with. */
export async function findOpenPayment(
  reader: Reader,
  where: { orderId: number } | { rechargeId: number },
  at: Date,
): Promise<PaymentView | null> {
  const row = await reader.payment.findFirst({
    where: { ...where, state: "pending", expiresAt: { gt: at } },
    orderBy: { id: "desc" },
  });
  return row ? viewPayment(row) : null;
}
