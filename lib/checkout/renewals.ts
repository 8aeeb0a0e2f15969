import { AppError, notFound } from "../core/errors";
import { orderNoPattern } from "../core/ids";
import { db } from "../db/client";
import { findGuestOrder } from "../orders/guests/guest-token";
import { findRenewables } from "../orders/renewals/renewals";
import type { OrderLinesBody } from "../orders/schema";
import type { OrderQuote, QuoteBuyer } from "../pricing/types";

type Renews = NonNullable<OrderLinesBody["renews"]>;

/** The order that the buyer renews something of, by its guest token or their account. @throws AppError `not_found` */
async function findProven(buyer: QuoteBuyer, { order_no: orderNo, token }: Renews): Promise<number> {
  const byToken = token ? await findGuestOrder(token) : null;
  if (byToken?.orderNo === orderNo) return byToken.id;
  const own =
    buyer.kind === "user" && orderNoPattern.test(orderNo)
      ? await db().order.findFirst({
          where: { orderNo, userId: buyer.userId, buyerKind: "user" },
          select: { id: true },
        })
      : null;
  if (!own) throw notFound("order");
  return own.id;
}

const refuseOther = () => new AppError("malformed", "renewal_is_one", { field: "renews" });

/**
 * The order as one that moves the end of what the buyer has: priced like any other of the same option, delivered by the fulfiller
 * `renewal`. Whether it can still be moved is asked again when it is paid. @throws AppError `not_found`, `malformed`, `state_conflict`
 */
export async function withRenewal(
  buyer: QuoteBuyer,
  { renews, items }: OrderLinesBody,
  quote: OrderQuote,
): Promise<OrderQuote> {
  if (!renews) return quote;
  const [line, ...others] = quote.lines;
  if (!line || items || others.length > 0 || line.quantity !== 1) throw refuseOther();
  const wanted = { position: renews.item, publicId: renews.license_id };
  const [one, ...more] = await findRenewables(db(), await findProven(buyer, renews), wanted);
  if (!one || more.length > 0) throw new AppError("state_conflict", "not_renewable");
  if (one.skuId !== line.skuId) throw refuseOther();
  const { itemId, licenseId, licenseDays, accessDays, form } = one;
  const fulfillers = ["renewal", ...line.fulfillers.filter((code) => code === "file")];
  const renewal = { itemId, licenseId, licenseDays, accessDays, form };
  return { ...quote, lines: [{ ...line, fulfillers, renewal }] };
}
