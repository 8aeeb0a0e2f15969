import { Prisma } from "../db/generated/client";
import type { QuoteBuyer } from "./types";

/** How a buyer is counted; null for a guest who has not given an address, and for sites, which have no coupons. */
export function buyerKeyOf(buyer: QuoteBuyer): string | null {
  if (buyer.kind === "user") return `user:${buyer.userId}`;
  return buyer.kind === "guest" && buyer.email !== null ? `email:${buyer.email}` : null;
}

/** The keys under which this buyer may have used a coupon: logging out does not make another person of anybody. */
export function keysOfBuyer(buyerKey: string): Prisma.Sql {
  const userId = buyerKey.startsWith("user:") ? Number(buyerKey.slice("user:".length)) : null;
  const email = buyerKey.startsWith("email:") ? buyerKey.slice("email:".length) : null;
  return Prisma.sql`
    SELECT ${buyerKey}::text
    UNION ALL SELECT 'email:' || email FROM users WHERE id = ${userId}::int
    UNION ALL SELECT 'user:' || id FROM users WHERE email = ${email}::text`;
}
