import {
  DELETE as remove,
  PUT as write,
} from "@/app/api/v1/guest/orders/[order_no]/reviews/[product_id]/route";
import type { ReviewedProduct } from "@/lib/orders/reviews/schema";
import { call } from "../harness/call";
import { order, orderIdOf } from "./guest-orders";
import { pay } from "./orders";
import { aProduct } from "./products";

type Sku = { id: number; productId: number };

/** A guest who got what they ordered. */
export async function aDeliveredOrder(sku: Sku, body: Record<string, unknown> = {}) {
  const { order_no: no, guest_token: token } = (await order(sku, body)).data;
  const id = await orderIdOf(no);
  await pay(id);
  const params = { order_no: no, product_id: String(sku.productId) };
  return {
    id,
    no,
    token,
    params,
    write: (stars: unknown, text?: unknown, productId = sku.productId) =>
      call<ReviewedProduct>(write, "PUT", {
        params: { ...params, product_id: String(productId) },
        token,
        body: { stars, ...(text === undefined ? {} : { text }) },
      }),
    remove: () => call(remove, "DELETE", { params, token }),
  };
}

/** A product, and that many guests who got it. */
export async function aSoldProduct(buyers = 1) {
  const { product, sku } = await aProduct({ keys: buyers + 3 });
  const orders = [];
  for (let n = 0; n < buyers; n++) orders.push(await aDeliveredOrder(sku));
  return { product, sku, orders };
}
