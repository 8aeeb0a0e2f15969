import type { ClientInfo } from "../acts/actor";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import type { Locale } from "../core/locale";
import { db } from "../db/client";
import { checkForm, keptAnswers } from "../orders/form-answers";
import type { OrderLinesBody } from "../orders/schema";
import { countMisses } from "../pricing/coupons/coupon-attempts";
import { quoteOrder } from "../pricing/quote-order";
import type { OrderQuote, QuoteBuyer } from "../pricing/types";
import { getSettings } from "../settings/queries";
import { heldByOwnOrder } from "./coupon-holder";
import { withPicks } from "./picks";
import { withRenewal } from "./renewals";

type BodyLine = NonNullable<OrderLinesBody["items"]>[number];

/** The lines of a body that gives them as `items` or flat. */
function linesOf(body: OrderLinesBody): BodyLine[] {
  if (body.items) return body.items;
  const { product_id, sku_id, quantity, form, pick } = body;
  if (product_id === undefined || quantity === undefined)
    throw new AppError("malformed", "required", { field: "product_id" });
  return [
    {
      product_id,
      quantity,
      ...(sku_id ? { sku_id } : {}),
      ...(form ? { form } : {}),
      ...(pick ? { pick } : {}),
    },
  ];
}

/** Prices a request body; the server's prices are the only ones there are (O8). */
export async function quoteBody(
  buyer: QuoteBuyer,
  client: ClientInfo,
  body: OrderLinesBody,
  lang: Locale,
): Promise<OrderQuote> {
  const { features } = await getSettings();
  if (body.coupon_code && !features.coupons) throw new AppError("feature_disabled", "coupons_off");
  const lines = linesOf(body);
  const request = {
    lines: lines.map((line) => ({
      productId: line.product_id,
      skuId: line.sku_id ?? null,
      quantity: line.quantity,
    })),
    buyer,
    couponCode: body.coupon_code || null,
    lang,
    at: now(),
  };
  const quote = () =>
    quoteOrder(db(), request).catch(async (error: unknown) => {
      throw (await heldByOwnOrder(error, request, client)) ?? error;
    });
  const picked = await withPicks(lines, await (request.couponCode ? countMisses(client, quote) : quote()));
  return withRenewal(buyer, body, picked);
}

/** The buyer's answers for every line. A renewal asks nothing: it keeps those of the first order. @throws AppError `form_invalid` */
export const checkForms = (body: OrderLinesBody, quote: OrderQuote): (Record<string, string> | null)[] =>
  linesOf(body).map((line, index) => {
    const { renewal, formFields = [] } = quote.lines[index] ?? {};
    return renewal ? keptAnswers(renewal.form) : checkForm(formFields, line.form ?? body.form ?? {});
  });
