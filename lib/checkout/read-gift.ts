import { keyedHash } from "../core/crypto";
import { AppError } from "../core/errors";
import { consumeLimit } from "../db/rate-limit";
import { hasMailServer } from "../notifications/server/mail-server";
import { asksBuyer } from "../orders/form-answers";
import type { GiftIn } from "../orders/gifts/schema";
import type { NewGift } from "../orders/sql/insert-order";
import type { OrderQuote } from "../pricing/types";

/** The address is kept as a hash, as in the other limits by address. */
export const countGift = (email: string): Promise<void> =>
  consumeLimit("gift_address", Buffer.from(keyedHash("limit", email)).toString("base64url").slice(0, 22));

/**
 * Reads who the order is given to (C189). What asks for its buyer's answers is made for them, a renewal is of something that its buyer
 * has, and who pays nothing could write to any number of strangers.
 * @throws AppError `malformed`, `feature_disabled`, `rate_limited`
 */
export async function readGift(gift: GiftIn | undefined, quote: OrderQuote): Promise<NewGift | null> {
  if (!gift) return null;
  const refuse = (rule: "gift_asks_buyer" | "gift_renews" | "gift_costs_nothing") =>
    new AppError("malformed", rule, { field: "gift" });
  if (quote.lines.some(({ renewal }) => renewal)) throw refuse("gift_renews");
  if (quote.lines.some(({ formFields }) => asksBuyer(formFields))) throw refuse("gift_asks_buyer");
  if (quote.amountCents === 0n) throw refuse("gift_costs_nothing");
  if (!(await hasMailServer())) throw new AppError("feature_disabled", "gifts_need_mail");
  await countGift(gift.email);
  return { email: gift.email, message: gift.message || null, fromName: gift.from_name || null };
}
