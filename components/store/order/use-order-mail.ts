"use client";

import type { OrderMailOut } from "@/lib/checkout/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { useRead } from "../use-read";

type MailOf = {
  base: string;
  token: string | null;
  order: OrderDetail | undefined;
  first: OrderMailOut | undefined;
  /** The server tells of changes by itself. */
  isLive: boolean;
};

const underWay = (mail: OrderMailOut | undefined): boolean =>
  mail?.state === "waiting" || mail?.state === "none";

/** Follows the mail about an order. Asked for only once there is one to send. */
export function useOrderMail({ base, token, order, first, isLive }: MailOf) {
  const isPaid = order !== undefined && order.payment_status !== "unpaid";
  // A paid order's first mail is written after the page has heard of the payment.
  const { data } = useRead<OrderMailOut>(isPaid ? `${base}/mail` : null, {
    token,
    first: first?.state === "none" ? undefined : first,
    // An answer of the shop may come at any time.
    everyMs: (mail) => (underWay(mail) ? 3_000 : mail?.state === "delayed" ? 20_000 : isLive ? 0 : 30_000),
  });
  return data ?? first;
}
