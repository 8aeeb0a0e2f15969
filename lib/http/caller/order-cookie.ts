import type { GuestActor } from "../../acts/actor";
import { isSecureSite } from "../../config/config";
import { findGuestOrder } from "../../orders/guests/guest-token";
import { readCookie, secureMark } from "./cookies";

const cookieName = () => `${isSecureSite() ? "__Secure-" : ""}keyshelf.order`;
/** A guest token lives as long as its order; a browser keeps no cookie longer than 400 days. */
const maxAge = 400 * 86_400;

/**
 * The guest token of one order, for that order's own addresses and nothing else: pages can be drawn on the server, work
 * without script, and other requests carry none of it.
 */
export const orderCookies = (orderNo: string, token: string): string[] => cookiesOf(orderNo, token, maxAge);

/** Ends them in the browser; the token itself opens the order from its link as before (C26). */
export const expiredOrderCookies = (orderNo: string): string[] => cookiesOf(orderNo, "", 0);

const cookiesOf = (orderNo: string, token: string, seconds: number): string[] =>
  ["/orders/", "/pay/", "/api/v1/guest/orders/"].map(
    (folder) =>
      `${cookieName()}=${token}; Path=${folder}${orderNo}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureMark()}`,
  );

export const readOrderToken = (headers: Headers): string | null => readCookie(headers, cookieName());

/** The guest whose cookie opens this order, or null. */
export async function findOrderHolder(headers: Headers, orderNo: string): Promise<GuestActor | null> {
  const token = readOrderToken(headers);
  const order = token === null ? null : await findGuestOrder(token);
  return order?.orderNo === orderNo ? { kind: "guest", orderId: order.id } : null;
}
