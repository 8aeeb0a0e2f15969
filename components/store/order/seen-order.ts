import type { SoldProducts } from "@/lib/catalogue/schema";
import type { OrderMailOut } from "@/lib/checkout/schema";
import type { SentGift } from "@/lib/orders/gifts/schema";
import type { OrderDetail } from "@/lib/orders/schema";

/** An order as the server drew it, for the buyer whose cookie or session opened it. */
export type SeenOrder = {
  order: OrderDetail;
  mail: OrderMailOut;
  /** Null for an order that is no gift. */
  gift: SentGift | null;
  /** Products in it, by their ids. */
  goods: SoldProducts;
  buyer: "guest" | "user";
};
