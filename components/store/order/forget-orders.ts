import { mostForgotten } from "@/lib/orders/guests/bounds";
import { forgetGoodsOf } from "../offline/kept-goods";
import { dropGuestTokens, readKnownOrders } from "./guest-tokens";
import { forgetEmail } from "./kept-email";

/**
 * C215: leaves nothing in this browser that opens these orders or shows their goods, and after the last one no address
 * either. An order whose cookie could not be taken stays in the list, so that nobody goes away from it believing that
 * it is forgotten.
 * @returns false then
 */
export async function forgetGuestOrders(orderNos: readonly string[]): Promise<boolean> {
  for (let first = 0; first < orderNos.length; first += mostForgotten) {
    const some = orderNos.slice(first, first + mostForgotten);
    try {
      const answer = await fetch("/orders/forget", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(some.map((orderNo) => ["order_no", orderNo])),
      });
      if (!answer.ok) return false;
    } catch {
      return false;
    }
    dropGuestTokens(some);
    forgetGoodsOf(some);
  }
  if (readKnownOrders().length === 0) forgetEmail();
  return true;
}
