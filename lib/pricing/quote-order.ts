import { AppError } from "../core/errors";
import type { Reader } from "../db/transaction";
import { couponRules } from "./coupons/coupon-terms";
import { priceOrder } from "./price-order";
import type { OrderQuote, QuoteRequest } from "./types";

/**
 * Computes the price of an order: one query, and a second one for a coupon. Stock is not looked at.
 * @throws AppError `not_found`, `malformed` naming the field, `members_only`, `coupon_not_applicable`.
 */
export async function quoteOrder(reader: Reader, request: QuoteRequest): Promise<OrderQuote> {
  const priced = await priceOrder(reader, request);
  if (priced.refusal !== null) {
    throw new AppError("coupon_not_applicable", couponRules[priced.refusal], { field: "coupon_code" });
  }
  return priced.quote;
}
