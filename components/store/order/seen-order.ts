import type { ShownPictures } from "@/lib/catalogue/schema";
import type { OrderMailOut } from "@/lib/checkout/schema";
import type { SentGift } from "@/lib/orders/gifts/schema";
import type { OrderDetail } from "@/lib/orders/schema";

/** An order as the server drew it, for the buyer whose cookie or session opened it. */
export type SeenOrder = {
  order: OrderDetail;
  mail: OrderMailOut;
  /** Null for an order that is no gift. */
  gift: SentGift | null;
  /** Pictures of the products in it, by their ids. */
  pictures: ShownPictures;
  buyer: "guest" | "user";
};
