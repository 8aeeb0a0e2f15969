import { minCents } from "../core/money";
import { toMoney } from "../core/wire";
import { db } from "../db/client";
import type { OrderLinesBody, OrderPreview } from "../orders/schema";
import type { QuoteBuyer } from "../pricing/types";
import { findBalance } from "../wallet/find-balance";
import { quoteBody } from "./quote-body";

/** What an order would cost now. Nothing is reserved. */
export async function previewOrder(
  buyer: QuoteBuyer,
  body: OrderLinesBody & { use_balance?: boolean | undefined },
): Promise<OrderPreview> {
  const quote = await quoteBody(buyer, body);
  const fromBalance =
    body.use_balance && buyer.kind === "user"
      ? minCents(await findBalance(db(), buyer.userId), quote.amountCents)
      : 0n;
  return {
    currency: quote.currency,
    original_amount: toMoney(quote.originalCents),
    discount_amount: toMoney(quote.discountCents),
    amount: toMoney(quote.amountCents),
    wallet_paid_amount: toMoney(fromBalance),
    payable_amount: toMoney(quote.amountCents - fromBalance),
    coupon_code: quote.coupon?.code ?? null,
    items: quote.lines.map((line) => ({
      product_id: line.productId,
      sku_id: line.skuId,
      title: line.title,
      sku_name: line.skuName,
      quantity: line.quantity,
      list_price: toMoney(line.listUnitCents),
      unit_price: toMoney(line.unitPriceCents),
      total_price: toMoney(line.totalCents),
    })),
  };
}
