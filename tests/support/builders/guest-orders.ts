import { GET as read } from "@/app/api/v1/guest/orders/[order_no]/route";
import { POST as create } from "@/app/api/v1/guest/orders/route";
import { db } from "@/lib/db/client";
import type { OrderDetail } from "@/lib/orders/schema";
import { call } from "../harness/call";
import { anEmail, anIp } from "./products";

export type Created = OrderDetail & { guest_token: string };

export const order = (
  sku: { id: number; productId: number },
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  call<Created>(create, "POST", {
    body: { product_id: sku.productId, sku_id: sku.id, quantity: 1, email: anEmail(), ...body },
    headers,
    ip: anIp(),
  });

export const readOrder = (orderNo: string, token: string | undefined) =>
  call<OrderDetail>(read, "GET", { params: { order_no: orderNo }, ...(token ? { token } : {}) });

export const orderIdOf = async (orderNo: string) =>
  (await db().order.findUniqueOrThrow({ where: { orderNo } })).id;
