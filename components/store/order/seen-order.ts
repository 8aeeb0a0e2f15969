import type { ReactNode } from "react";
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
  /** Their pictures, by the same ids: a missing one is drawn by script that no order needs. */
  pictures: Record<number, ReactNode>;
  /** Parts without script of their own, of the order as it was; one that has changed meanwhile is drawn by the browser. */
  drawn: { state: ReactNode; mail: ReactNode; summary: ReactNode };
  buyer: "guest" | "user";
};
