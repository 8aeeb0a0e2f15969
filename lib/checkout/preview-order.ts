import type { ClientInfo } from "../acts/actor";
import { AppError } from "../core/errors";
import { feeOf, maxCents, minCents } from "../core/money";
import { toMoney } from "../core/wire";
import { db } from "../db/client";
import type { OrderPreview } from "../orders/place/preview-schema";
import { viewReductions } from "../orders/reductions";
import type { OrderLinesBody } from "../orders/schema";
import { getUsableChannel } from "../payments/channels/channel-account";
import { gatewayAmount } from "../payments/exchange";
import { listPaymentChannels } from "../payments/queries";
import type { QuoteBuyer } from "../pricing/types";
import { findBalance } from "../wallet/find-balance";
import { quoteChooser } from "./choosers";
import { quoteBody } from "./quote-body";

type PreviewBody = OrderLinesBody & {
  use_balance?: boolean | undefined;
  with_payment_channels?: boolean | undefined;
};

/** Computes the price of an order now, with the fee of a payment channel that is named. Nothing is reserved. */
export async function previewOrder(
  buyer: QuoteBuyer,
  client: ClientInfo,
  body: PreviewBody,
): Promise<OrderPreview> {
  const lang = await client.readLocale(undefined);
  const quote = await quoteBody(buyer, client, body, lang);
  const chooser = quoteChooser(quote, buyer, client);
  const channel = body.payment_channel_id
    ? await getUsableChannel(db(), body.payment_channel_id, chooser)
    : null;
  const fromBalance =
    body.use_balance && buyer.kind === "user"
      ? minCents(await findBalance(db(), buyer.userId), quote.amountCents)
      : 0n;
  const dueCents = quote.amountCents - fromBalance;
  const feeCents = channel ? feeOf(dueCents, channel.feeBps) : 0n;
  if (dueCents + feeCents > maxCents)
    throw new AppError("malformed", "fee_too_large", { field: "payment_channel_id" });
  const payable = { amountCents: dueCents + feeCents, currency: quote.currency };
  const atGateway = channel ? gatewayAmount(channel, payable) : null;
  return {
    currency: quote.currency,
    original_amount: toMoney(quote.originalCents),
    discount_amount: toMoney(quote.discountCents),
    amount: toMoney(quote.amountCents),
    wallet_paid_amount: toMoney(fromBalance),
    fee_amount: toMoney(feeCents),
    payable_amount: toMoney(payable.amountCents),
    gateway_amount: atGateway ? toMoney(atGateway.gatewayCents) : null,
    gateway_currency: atGateway?.gatewayCurrency ?? null,
    coupon_code: quote.coupon?.code ?? null,
    payment_channels: body.with_payment_channels ? await listPaymentChannels(chooser, lang) : null,
    reductions: viewReductions(quote.reductions),
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
