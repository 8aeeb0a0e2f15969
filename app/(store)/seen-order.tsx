import { cache } from "react";
import { MailText } from "@/components/store/order/mail-text";
import { OrderState } from "@/components/store/order/order-state";
import { OrderSummary } from "@/components/store/order/order-summary";
import type { SeenOrder } from "@/components/store/order/seen-order";
import { ProductPicture } from "@/components/store/product-picture";
import type { GuestActor, UserActor } from "@/lib/acts/actor";
import { findSoldProducts } from "@/lib/catalogue/sold-goods";
import { getOrderMail } from "@/lib/checkout/mails/order-mail";
import { getGift } from "@/lib/checkout/mails/resend-gift";
import { isAppError } from "@/lib/core/errors";
import { findPageBuyer } from "@/lib/http/caller/session";
import { getOwnOrder } from "@/lib/orders/queries";
import { getPageClient } from "./page-client";

export type OwnOrder = Omit<SeenOrder, "pictures" | "drawn"> & { actor: GuestActor | UserActor };

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

/** Draws what needs no script, and leaves the members that a page may hand to the browser. */
export function toSeen({ actor: _, ...own }: OwnOrder): SeenOrder {
  const { order, mail, goods } = own;
  const pictures = Object.fromEntries(
    order.items.map(({ product_id: id, slug, kind }) => [
      id,
      <ProductPicture
        key={id}
        of={goods[id] ?? { slug, auto_secret_kind: kind }}
        className="h-12 w-16 shrink-0 rounded-md border border-line"
      />,
    ]),
  );
  const drawn = {
    state: <OrderState order={order} mail={mail} />,
    mail: <MailText order={order} mail={mail} />,
    summary: <OrderSummary order={order} pictures={pictures} />,
  };
  return { ...own, pictures, drawn };
}
