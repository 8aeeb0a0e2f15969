import { expect } from "vitest";
import type { FakeMain, MainAnswer } from "../fakes/fake-main";
import { advance, buy, callBack, credentials, type GuestOrder, only, payFor } from "./agent-shop";

export type Sku = { id: number; productId: number };

/** Payments that were told to the main site. */
export const paidCalls = (main: FakeMain) => main.calls.filter(({ path }) => path.endsWith("/paid")).length;
/** Answer with goods. */
export const ready = (payload: string, extra: Record<string, unknown> = {}): MainAnswer => ({
  data: { ...extra, fulfillment: { status: "ready", payload } },
});
/** Answer without goods. */
export const waiting = (extra: Record<string, unknown>): MainAnswer => ({
  data: { status: "pending_payment", ...extra, fulfillment: { status: "pending" } },
});

/** Bought here and paid by the buyer. */
export async function bought(sku: Sku): Promise<GuestOrder> {
  const { data } = await buy(sku);
  await payFor(data.order_no);
  return data;
}

/** Paid there and still without goods. */
export async function held(main: FakeMain, sku: Sku): Promise<GuestOrder> {
  main.state.fulfillment = "processing";
  const order = await bought(sku);
  await advance();
  expect((await only(order.order_no)).status).toBe("awaiting_goods");
  return order;
}

/** The main site tells of goods by a callback. */
export const tell = (order: GuestOrder, payload: string, event = "order.fulfilled") =>
  callBack(credentials, {
    event,
    upstream_order_no: "U1",
    downstream_order_no: order.order_no,
    fulfillment: { status: "ready", payload },
    timestamp: new Date().toISOString(),
  });
