import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { findSigningSecret, readSignedHeaders } from "@/lib/interconnect/signature";
import type { Credentials } from "../builders/sites";

export interface MainCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  isSignatureValid: boolean;
}

export type MainAnswer =
  | { data: unknown }
  | { code: number; http?: number; headers?: Record<string, string>; msg?: string }
  | { text: string; http: number }
  /** Carried out, but the answer never arrives. */
  | "reset"
  | "silent";

interface FakeOrder {
  no: string;
  downstream: string;
  amount: string;
  quantity: number;
  isPaid: boolean;
  /** Status that GET says; overrides the rest. */
  status?: string;
  payload?: string;
  fulfillment: string;
}

type Stage = "products" | "create" | "paid" | "get";

/** A foreign main site: it follows the specification, and deviates where a test says so. */
export async function startFakeMain(credentials: Credentials) {
  const calls: MainCall[] = [];
  const orders = new Map<string, FakeOrder>();
  const state = {
    products: [] as Record<string, unknown>[],
    price: "5.00",
    /** Answer of /paid for a fresh order. */
    fulfillment: "ready",
    /** Answers in place of the ordinary ones, taken one by one. */
    next: { products: [], create: [], paid: [], get: [] } as Record<Stage, MainAnswer[]>,
    /** Carried out, and then answered like this; taken one by one. */
    after: { paid: [] as MainAnswer[] },
    /** Asked before the ordinary answer; the order is carried out all the same. */
    lose: { products: 0, create: 0, paid: 0, get: 0 } as Record<Stage, number>,
    /** Beside, or in place of, the members of a created order. */
    createdExtra: {} as Record<string, unknown>,
    /** Our account as it tells it; null is a main site built from the specification alone. */
    account: null as Record<string, unknown> | null,
    /** Our orders as it counts them; it looks at no period. */
    accountOrders: null as Record<string, unknown>[] | null,
    /** Runs before each answer of the product list. */
    beforeProducts: (_query: URLSearchParams) => {},
    /** No answer leaves before this. */
    until: Promise.resolve(),
  };
  let serial = 0;

  const cardsOf = ({ no, quantity }: FakeOrder) =>
    Array.from({ length: quantity }, (_, n) => `CARD-${no}${n === 0 ? "" : `-${n + 1}`}`).join("\n");

  const view = (order: FakeOrder) => ({
    upstream_order_no: order.no,
    downstream_order_no: order.downstream,
    status:
      order.status ??
      (order.isPaid ? (order.fulfillment === "ready" ? "delivered" : "paid") : "pending_payment"),
    amount: order.amount,
    fulfillment: {
      status: order.fulfillment,
      ...(order.fulfillment === "ready" ? { payload: order.payload ?? cardsOf(order) } : {}),
    },
  });

  function create(body: Record<string, unknown>): MainAnswer {
    const downstream = String(body.downstream_order_no);
    let order = [...orders.values()].find((one) => one.downstream === downstream);
    if (!order) {
      const no = `U${++serial}`;
      const quantity = Number(body.quantity ?? 1);
      order = { no, downstream, amount: state.price, quantity, isPaid: false, fulfillment: "pending" };
      orders.set(no, order);
    }
    const expire_at = new Date(Date.now() + 1_800_000).toISOString();
    return {
      data: { upstream_order_no: order.no, amount: order.amount, expire_at, ...state.createdExtra },
    };
  }

  function paid(order: FakeOrder | undefined): MainAnswer {
    if (!order) return { code: 4004 };
    if (order.fulfillment === "ready") return { code: 4090 };
    order.isPaid = true;
    order.fulfillment = state.fulfillment;
    return { data: { fulfillment: view(order).fulfillment } };
  }

  function products(query: URLSearchParams): MainAnswer {
    const page = Number(query.get("page") ?? 1);
    const per_page = Math.min(Number(query.get("per_page") ?? 50), 2);
    const after = query.get("updated_after");
    state.beforeProducts(query);
    const wanted = state.products.filter((product) =>
      after ? String(product.updated_at) > after : product.active !== false,
    );
    const start = (page - 1) * per_page;
    return {
      data: { products: wanted.slice(start, start + per_page), total: wanted.length, page, per_page },
    };
  }

  /** Beyond the specification. */
  function account({ path, query }: MainCall): MainAnswer {
    if (path === "/api/v1/upstream/account") return state.account ? { data: state.account } : { code: 4004 };
    if (!state.accountOrders) return { code: 4004 };
    const per_page = Number(query.get("per_page"));
    const page = Number(query.get("page"));
    const orders = state.accountOrders.slice((page - 1) * per_page, page * per_page);
    return { data: { orders, total: state.accountOrders.length, page, per_page } };
  }

  function answer(call: MainCall): { stage: Stage; answer: MainAnswer } {
    const order = /^\/api\/v1\/upstream\/orders\/([^/]+)(\/paid)?$/.exec(call.path);
    if (call.path === "/api/v1/upstream/products") {
      return { stage: "products", answer: state.next.products.shift() ?? products(call.query) };
    }
    if (call.path.startsWith("/api/v1/upstream/account")) return { stage: "get", answer: account(call) };
    if (!order) return { stage: "create", answer: state.next.create.shift() ?? create(call.body) };
    const found = orders.get(order[1] ?? "");
    if (order[2]) {
      const instead = state.next.paid.shift();
      if (instead) return { stage: "paid", answer: instead };
      const carriedOut = paid(found);
      return { stage: "paid", answer: state.after.paid.shift() ?? carriedOut };
    }
    return {
      stage: "get",
      answer: state.next.get.shift() ?? (found ? { data: view(found) } : { code: 4004 }),
    };
  }

  async function read(request: IncomingMessage): Promise<MainCall> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const signed = readSignedHeaders(headers);
    const url = new URL(request.url ?? "/", "http://main");
    return {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      body: raw.length > 0 ? (JSON.parse(raw.toString()) as Record<string, unknown>) : {},
      isSignatureValid:
        !("malformed" in signed) &&
        findSigningSecret([credentials.secret], { ...signed, body: raw }, signed.signature) !== null,
    };
  }

  const server = createServer((request, response) => {
    void read(request).then(async (call) => {
      calls.push(call);
      await state.until;
      const { stage, answer: made } = call.isSignatureValid
        ? answer(call)
        : { stage: "products" as const, answer: { code: 4003 } };
      if (made === "silent") return;
      if (made === "reset" || state.lose[stage] > 0) {
        state.lose[stage] = Math.max(0, state.lose[stage] - 1);
        response.destroy();
        return;
      }
      if ("text" in made) {
        response.writeHead(made.http).end(made.text);
        return;
      }
      const code = "code" in made ? made.code : 0;
      const http = "code" in made ? (made.http ?? Math.floor(made.code / 10)) : 200;
      response.writeHead(http, {
        "content-type": "application/json",
        ...("code" in made ? made.headers : {}),
      });
      response.end(
        JSON.stringify({
          status_code: code,
          msg: ("msg" in made ? made.msg : undefined) ?? (code === 0 ? "success" : "refused"),
          data: "data" in made ? made.data : null,
          request_id: "00000000-0000-4000-8000-000000000000",
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    orders,
    state,
    /** The main site hands over what it held. */
    release(no: string, payload: string) {
      const order = orders.get(no);
      if (order) Object.assign(order, { isPaid: true, fulfillment: "ready", payload });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeMain = Awaited<ReturnType<typeof startFakeMain>>;
