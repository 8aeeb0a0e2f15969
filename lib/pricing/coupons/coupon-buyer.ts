import type { QuoteBuyer } from "../types";

/** How a buyer is counted; null for a guest who has not given an address, and for sites, which have no coupons. */
export function buyerKeyOf(buyer: QuoteBuyer): string | null {
  if (buyer.kind === "user") return `user:${buyer.userId}`;
  return buyer.kind === "guest" && buyer.email !== null ? `email:${buyer.email}` : null;
}
