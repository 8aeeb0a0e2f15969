import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Credentials } from "../../builders/sites";
import { CallbackSender } from "./faulty-callbacks";
import { listProducts } from "./faulty-list";
import { FaultyBooks, type Order } from "./faulty-orders";
import { FaultyVerifier } from "./faulty-signing";
import type { Fault } from "./planted-faults";
import { Refusal } from "./refusal";

export interface FaultyMainOptions {
  fault: Fault<"main"> | null;
  agents: readonly [Credentials, Credentials];
  forgetsAfterMs: number;
  reservationMs: number;
  /** Where the first agent receives callbacks. */
  callbackUrl: string | null;
}

const manyCalls = 50;
/** After the judge has paid a held order again. */
const releasesAfterMs = 400;

async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
  }
  if (length > most) throw new Refusal(4013);
  return Buffer.concat(chunks);
}

/** A small main site built from the guide, with one fault. */
export async function startFaultyMain({
  fault,
  agents,
  forgetsAfterMs,
  reservationMs,
  callbackUrl,
}: FaultyMainOptions) {
  const is = (name: string) => name === fault;
  const isHeld = [
    "held_repeat_is_conflict",
    "held_second_payment_taken",
    "held_with_payload",
    "late_callback_without_payload",
  ].includes(fault ?? "");
  const released = new Set<Order>();
  const verifier = new FaultyVerifier(agents, { is, forgetsAfterMs });
  const books = new FaultyBooks(is, { reservationMs, isHeld });
  const callbacks = new CallbackSender(is, agents[0], callbackUrl);
  let calls = 0;
  let open = 0;

  function fulfillmentOf(order: Order, isAnswer = false) {
    const status = !order.isPaid ? "pending" : isHeld && !released.has(order) ? "held" : "ready";
    const isShown =
      status === "ready" ||
      (is("payload_before_payment") && !isAnswer) ||
      (status === "held" && is("held_with_payload"));
    const keys = order.keys.length > 0 ? order.keys : ["KEY-BEFORE"];
    const isLost = !isAnswer && (is("payload_not_read") || (is("payload_read_once") && order.isRead));
    if (!isShown || isLost || is("ready_without_payload")) return { status };
    const payload = is("one_line_for_two") ? keys[0] : keys.join("\n");
    return {
      status,
      payload,
      secrets: is("secrets_of_own") ? keys.map((key) => `${key}!`) : payload?.split("\n"),
    };
  }

  const statusOf = (order: Order): string => {
    if (order.isPaid) return isHeld || is("delivered_is_paid") ? "paid" : "delivered";
    if (!order.isReserved) return "expired";
    return is("status_word_of_order") ? "unpaid" : "pending_payment";
  };

  function read(order: Order) {
    const expireAt = is("expiry_moves_on_reading") ? Date.now() + reservationMs : order.expireAt;
    const fulfillment = fulfillmentOf(order);
    if (order.isPaid) order.isRead = true;
    return {
      upstream_order_no: order.no,
      downstream_order_no: order.downstream,
      status: statusOf(order),
      ...(is("read_without_amount") ? {} : { amount: order.amount }),
      paid_at: is("paid_at_answered_without_zone") ? (order.paidAt?.replace("Z", "") ?? null) : order.paidAt,
      expire_at: new Date(expireAt).toISOString(),
      product_id: order.sku.productId,
      sku_id: order.sku.id,
      quantity: is("read_of_one_unit") ? 1 : order.quantity,
      refunded_amount: "0.00",
      fulfillment: is("status_word_of_fulfillment") && !order.isPaid ? { status: "waiting" } : fulfillment,
    };
  }

  function created({ no, amount, expireAt }: Order, isRepeat: boolean) {
    const expiry = new Date(expireAt).toISOString();
    return {
      data: {
        upstream_order_no: is("number_answered_as_number") ? 12 : no,
        amount,
        ...(is("no_expiry")
          ? {}
          : { expire_at: is("expiry_without_zone") ? expiry.replace("Z", "") : expiry }),
        ...(is("no_status") ? {} : { status: "pending_payment" }),
      },
      headers: isRepeat && !is("repeat_not_told") ? { "idempotent-replayed": "true" } : undefined,
    };
  }

  function parse(body: Buffer): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(body.toString());
    } catch {
      throw new Refusal(is("broken_json_is_500") ? 5000 : 4001);
    }
    if (is("deep_body_is_500") && body.length >= 20_000 && body.toString().startsWith("[["))
      throw new Refusal(5000);
    const isObject =
      typeof value === "object" && value !== null && (!Array.isArray(value) || is("list_is_object"));
    if (!isObject) throw new Refusal(4001);
    if (Array.isArray(value))
      return { product_id: 1, sku_id: 11, quantity: 1, downstream_order_no: crypto.randomUUID() };
    return value as Record<string, unknown>;
  }

  async function pay(siteKey: string, no: string, body: Buffer) {
    const order = books.find(siteKey, no, is("orders_of_all_agents_paid"));
    const given = parse(body);
    if (!order) throw new Refusal(is("unknown_order_paid_is_4001") ? 4001 : 4004);
    const wasPaid = order.isPaid;
    await books.pay(order, given);
    const fulfillment = fulfillmentOf(order, true);
    if (!wasPaid && fulfillment.status === "ready") callbacks.tell(order, fulfillment);
    if (!wasPaid && is("late_callback_without_payload"))
      setTimeout(() => {
        released.add(order);
        callbacks.tell(order, { status: "ready" });
      }, releasesAfterMs);
    return {
      upstream_order_no: order.no,
      status: statusOf(order),
      fulfillment: is("status_word_of_payment") ? { ...fulfillment, status: "done" } : fulfillment,
    };
  }

  async function answer(
    request: IncomingMessage,
  ): Promise<{ data: unknown; headers?: Record<string, string> | undefined }> {
    const url = new URL(request.url ?? "/", "http://main");
    const body = await readBody(request, is("body_unbounded") ? 1e9 : is("body_8_kib") ? 8192 : 262_144);
    if (is("body_parsed_first") && body.length > 0) parse(body);
    const isGet = url.pathname.endsWith("/products");
    const isWrongMethod = request.method !== (isGet ? "GET" : "POST") && request.method !== "GET";
    if (isWrongMethod && is("method_before_signature")) throw new Refusal(405);
    const verdict = await verifier.verify(request, body);
    if ("cause" in verdict) throw new Refusal(4003, is("refusal_tells_cause") ? verdict.cause : undefined);
    const { key } = verdict.signer;
    if (is("no_retry_after") && ++calls === 30) throw new Refusal(4290);
    if (is("breaks_under_many_calls")) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (open > manyCalls) throw new Refusal(5000);
    }
    if (isWrongMethod && !is("any_method_taken")) throw new Refusal(405);
    const [, no, isPay] = /^\/api\/v1\/upstream\/orders\/([^/]+)(\/paid)?$/.exec(url.pathname) ?? [];
    if (url.pathname === "/api/v1/upstream/products")
      return { data: listProducts(books.products, url.searchParams, is) };
    if (url.pathname === "/api/v1/upstream/orders") {
      const { order, isRepeat } = await books.create(key, parse(body));
      return created(order, isRepeat);
    }
    if (no === undefined) throw new Refusal(4004);
    if (isPay) return { data: await pay(key, decodeURIComponent(no), body) };
    const order = books.find(key, decodeURIComponent(no), is("orders_of_all_agents_read"));
    if (order) return { data: read(order) };
    if (is("unknown_order_is_empty")) return { data: {} };
    throw new Refusal(4004);
  }

  function send(
    response: ServerResponse,
    made: {
      code: number;
      http: number;
      msg: string;
      data: unknown;
      headers?: Record<string, string> | undefined;
    },
  ) {
    const envelope: Record<string, unknown> = {
      status_code: made.code,
      msg: made.code === 0 ? (is("msg_ok") ? "ok" : "success") : made.msg,
      data: made.code !== 0 && is("data_on_errors") ? { error: made.msg } : made.data,
      request_id: is("request_id_same")
        ? "00000000-0000-4000-8000-000000000000"
        : is("request_id_short")
          ? crypto.randomUUID().slice(0, 8)
          : crypto.randomUUID(),
    };
    if (is("further_member_of_envelope")) envelope.time = Date.now();
    if (is("no_msg")) delete envelope.msg;
    response
      .writeHead(is("errors_with_200") ? 200 : made.http, {
        "content-type": "application/json",
        ...made.headers,
      })
      .end(JSON.stringify(envelope));
  }

  const server = createServer((request, response) => {
    if (request.url === "/restart") {
      verifier.restart();
      books.restart();
      response.end();
      return;
    }
    if (verifier.isAway()) return void response.writeHead(503).end();
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
    answer(request).then(
      ({ data, headers }) => send(response, { code: 0, http: 200, msg: "success", data, headers }),
      (error: unknown) => {
        const { code, http, message } = error instanceof Refusal ? error : new Refusal(5000);
        const headers = code === 405 && !is("method_without_allow") ? { allow: "GET, POST" } : undefined;
        send(response, { code, http, msg: message, data: null, headers });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async stop() {
      callbacks.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
