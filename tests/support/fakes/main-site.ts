import { beforeEach } from "vitest";
import * as paid from "@/app/api/v1/upstream/orders/[upstream_order_no]/paid/route";
import * as order from "@/app/api/v1/upstream/orders/[upstream_order_no]/route";
import * as orders from "@/app/api/v1/upstream/orders/route";
import * as products from "@/app/api/v1/upstream/products/route";
import { aSite, type Credentials, callSigned, type SignOptions } from "../builders/sites";
import type { CallOptions } from "../harness/call";

type Options = CallOptions & SignOptions;

export interface Created {
  upstream_order_no: string;
  amount: string;
  expire_at: string;
}

export interface Fulfilled {
  upstream_order_no: string;
  status: string;
  fulfillment: { status: string; payload?: string };
}

export interface Detail extends Fulfilled {
  downstream_order_no: string;
  amount: string;
  refunded_amount: string;
  paid_at: string | null;
}

/** The four endpoints of the main side, as an agent site calls them. */
export const mainSite = (agent: Credentials) => ({
  products: <T = { products: Record<string, unknown>[]; total: number; page: number; per_page: number }>(
    query = "",
    options: Options = {},
  ) => callSigned<T>(agent, products.GET, "GET", { path: `/api/v1/upstream/products${query}`, ...options }),
  create: (body: unknown, options: Options = {}) =>
    callSigned<Created>(agent, orders.POST, "POST", { path: "/api/v1/upstream/orders", body, ...options }),
  pay: (orderNo: string, body: unknown, options: Options = {}) =>
    callSigned<Fulfilled>(agent, paid.POST, "POST", {
      path: `/api/v1/upstream/orders/${orderNo}/paid`,
      params: { upstream_order_no: orderNo },
      body,
      ...options,
    }),
  get: (orderNo: string, options: Options = {}) =>
    callSigned<Detail>(agent, order.GET, "GET", {
      path: `/api/v1/upstream/orders/${orderNo}`,
      params: { upstream_order_no: orderNo },
      ...options,
    }),
});

/** An agent site of a test file, made anew for every test, and what it calls. */
export function agentOfTest() {
  const agent = {} as Awaited<ReturnType<typeof aSite>>;
  beforeEach(async () => {
    Object.assign(agent, await aSite());
  });
  return { agent, main: mainSite(agent) };
}

export const codeOf = (answer: { status: number; json: { status_code: number } }) => [
  answer.status,
  answer.json.status_code,
];

let serial = 0;

export const aPaidBody = (amount: string, paymentId = `PAY-${++serial}`) => ({
  downstream_payment_id: paymentId,
  paid_amount: amount,
  paid_at: "2026-01-01T00:00:00Z",
});

export const anOrderBody = (
  sku: { id: number; productId: number },
  changes: Record<string, unknown> = {},
) => ({
  product_id: sku.productId,
  sku_id: sku.id,
  quantity: 1,
  downstream_order_no: `A-${++serial}-${Math.random().toString(36).slice(2, 8)}`,
  ...changes,
});
