import { cache } from "react";
import type { SeenOrder } from "@/components/store/order/seen-order";
import type { GuestActor, UserActor } from "@/lib/acts/actor";
import { findSoldProducts } from "@/lib/catalogue/sold-goods";
import { getOrderMail } from "@/lib/checkout/mails/order-mail";
import { getGift } from "@/lib/checkout/mails/resend-gift";
import { isAppError } from "@/lib/core/errors";
import { findPageBuyer } from "@/lib/http/caller/session";
import { getOwnOrder } from "@/lib/orders/queries";
import { getPageClient } from "./page-client";

export type OwnOrder = SeenOrder & { actor: GuestActor | UserActor };

/**
 * The order of this address when the browser's cookie or session opens it, so that page and key come in the first HTML.
 * Null for everybody else: a link's fragment and the browser's own storage are only known there.
 */
export const findOwnOrder = cache(async (orderNo: string): Promise<OwnOrder | null> => {
  const actor = await findPageBuyer(orderNo);
  if (!actor) return null;
  try {
    const [order, mail] = await Promise.all([
      getOwnOrder(actor, orderNo, (await getPageClient()).ip),
      getOrderMail(actor, orderNo),
    ]);
    const [goods, gift] = await Promise.all([
      findSoldProducts(order.items),
      order.gift ? getGift(actor, orderNo) : null,
    ]);
    return { order, mail, gift, goods, buyer: actor.kind, actor };
  } catch (problem) {
    if (isAppError(problem, "not_found")) return null;
    throw problem;
  }
});

/** Leaves the members that a page may hand to the browser. */
export const toSeen = ({ actor: _, ...seen }: OwnOrder): SeenOrder => seen;
