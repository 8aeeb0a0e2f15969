import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { nowSeconds, sign, signedCall } from "../signed-call.mjs";

/** Address and key of the main site, the same in every purchase, so that an agent that runs all the time can be set to it. */
export const place = {
  hostname: "127.0.0.1",
  port: 0,
  key: `conf_${randomUUID().slice(0, 12)}`,
  secret: `sk_${randomUUID()}`,
};

/** Time of an agent to note what the answer to its payment was. */
const tellsAfterMs = 2000;

const httpOf = { 0: 200, 4001: 400, 4003: 403, 4004: 404, 4090: 409, 4099: 409, 4290: 429, 5000: 500 };

/** A main site for an agent that is judged: it does what the guide says, except where a scenario has it answer otherwise. */
export class MainSite {
  calls = [];
  orders = [];
  #nonces = new Set();
  #price;
  #payload;
  #server;
  /** By stage, taken one by one: what happens in place of the ordinary answer. */
  #instead = { products: [], create: [], paid: [], get: [] };

  constructor({
    price = "9.90",
    payload = () => `CARD-${randomUUID()}`,
    instead = {},
    fulfillment = "ready",
    amount,
  } = {}) {
    this.#price = price;
    this.#payload = payload;
    this.fulfillment = fulfillment;
    this.amount = amount;
    for (const [stage, list] of Object.entries(instead)) this.#instead[stage] = [...list];
  }

  products = () =>
    [12, 13].map((id) => ({
      id,
      slug: `product-${id}`,
      title: `Product ${id}`,
      price: this.#price,
      stock: 100,
      auto_secret_kind: "card_key",
      category: "Conformance",
      active: true,
      updated_at: "2026-01-01T00:00:00.000Z",
      a_member_nobody_knows: { deep: [1] },
      skus: [1, 2].map((n) => ({
        id: id * 100 + n,
        code: `SKU-${n}`,
        name: `Option ${n}`,
        price: this.#price,
        stock: 50,
        further: true,
      })),
    }));

  #problemOf({ headers, raw }) {
    const [key, time, nonce, given] = ["key", "timestamp", "nonce", "signature"].map(
      (name) => headers[`x-site-${name}`] ?? "",
    );
    if (!key || !time || !nonce || !given) return "headers";
    if (key !== place.key || given !== sign(place, time, nonce, raw)) return "signature";
    if (!/^\d{10}$/.test(time) || Math.abs(Number(time) - nowSeconds()) > 300) return "timestamp";
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(nonce))
      return "nonce-form";
    if (this.#nonces.has(nonce)) return "nonce";
    this.#nonces.add(nonce);
    return null;
  }

  view(order) {
    const status = order.isPaid ? order.fulfillment : "pending";
    const statusOfPaid = { ready: "delivered", revoked: "refunded" }[status] ?? "paid";
    return {
      upstream_order_no: order.no,
      downstream_order_no: order.body.downstream_order_no,
      status: order.isCanceled ? "canceled" : order.isPaid ? statusOfPaid : "pending_payment",
      amount: order.amount,
      paid_at: order.isPaid ? new Date().toISOString() : null,
      expire_at: order.expireAt,
      product_id: order.body.product_id,
      sku_id: order.body.sku_id,
      quantity: order.body.quantity,
      refunded_amount: status === "revoked" ? order.amount : "0.00",
      fulfillment: {
        status,
        ...(status === "ready" ? { payload: order.payload, secrets: [order.payload] } : {}),
      },
    };
  }

  #create(body) {
    const number = body?.downstream_order_no;
    if (
      typeof number !== "string" ||
      number === "" ||
      !Number.isInteger(body.product_id) ||
      !Number.isInteger(body.quantity)
    )
      return { code: 4001 };
    const product = this.products().find(({ id }) => id === body.product_id);
    if (!product) return { code: 4004 };
    if (body.sku_id == null) return { code: 4001 };
    if (!product.skus.some(({ id }) => id === body.sku_id)) return { code: 4004 };
    let order = this.orders.find((each) => each.body.downstream_order_no === number);
    if (order && JSON.stringify(order.body) !== JSON.stringify(body)) return { code: 4090 };
    if (!order) {
      const amount = this.amount ?? this.#times(body.quantity);
      const no = `U${createHmac("sha256", place.secret).update(`${number}${this.orders.length}`).digest("hex").slice(0, 16).toUpperCase()}`;
      const expireAt = new Date(Date.now() + 1_800_000).toISOString();
      order = {
        no,
        body,
        amount,
        expireAt,
        payload: this.#payload(),
        fulfillment: this.fulfillment,
        payments: [],
        isPaid: false,
      };
      this.orders.push(order);
    }
    return {
      data: {
        upstream_order_no: order.no,
        amount: order.amount,
        expire_at: order.expireAt,
        status: this.view(order).status,
        more: 1,
      },
    };
  }

  #times(quantity) {
    const cents = BigInt(this.#price.replace(".", "")) * BigInt(quantity);
    const text = cents.toString().padStart(3, "0");
    return `${text.slice(0, -2)}.${text.slice(-2)}`;
  }

  #paid(order, body) {
    if (!order) return { code: 4004 };
    order.payments.push(body);
    const members = Object.keys(body ?? {})
      .sort()
      .join();
    if (members !== "downstream_payment_id,paid_amount,paid_at" || body.paid_amount !== order.amount)
      return { code: 4001 };
    if (
      this.orders.some(
        (each) => each !== order && each.isPaid && each.paymentId === body.downstream_payment_id,
      )
    )
      return { code: 4090 };
    if (order.isCanceled) return { code: 4090 };
    if (order.isPaid && (order.fulfillment === "ready" || order.paymentId !== body.downstream_payment_id))
      return { code: 4090 };
    Object.assign(order, { isPaid: true, paymentId: body.downstream_payment_id });
    return {
      data: {
        upstream_order_no: order.no,
        status: this.view(order).status,
        fulfillment: this.view(order).fulfillment,
        more: {},
      },
    };
  }

  #products(query) {
    const perPage = Math.min(200, Number(query.get("per_page") ?? 50));
    const page = Number(query.get("page") ?? 1);
    const products = this.products();
    return {
      data: {
        products: products.slice((page - 1) * perPage, page * perPage),
        total: products.length,
        page,
        per_page: perPage,
      },
    };
  }

  #stageOf({ method, path }) {
    if (path === "/api/v1/upstream/products") return "products";
    if (path === "/api/v1/upstream/orders" && method === "POST") return "create";
    if (/^\/api\/v1\/upstream\/orders\/[^/]+\/paid$/.test(path)) return "paid";
    if (/^\/api\/v1\/upstream\/orders\/[^/]+$/.test(path)) return "get";
    return null;
  }

  #ordinary(call) {
    const order = this.orders.find(({ no }) => call.path.split("/")[5] === no);
    switch (call.stage) {
      case "products":
        return this.#products(call.query);
      case "create":
        return this.#create(call.body);
      case "paid":
        return this.#paid(order, call.body);
      case "get":
        return order ? { data: this.view(order) } : { code: 4004 };
      default:
        return { code: 4004 };
    }
  }

  async #answer(call, response) {
    call.problem = this.#problemOf(call);
    call.stage = this.#stageOf(call);
    const instead = call.problem === null ? this.#instead[call.stage]?.shift() : undefined;
    const isOrdinary = !instead || instead.isCarriedOut;
    if (instead?.cancels) for (const order of this.orders) order.isCanceled = true;
    const made = call.problem ? { code: 4003 } : isOrdinary ? this.#ordinary(call) : {};
    if ((this.releasesWhenAsked || this.refundsWhenAsked) && made.data) {
      // An order that waits is released by being asked for, or by the callback that tells it.
      if (call.stage === "get") this.#settle();
      if (call.stage === "paid" && this.receiver) setTimeout(() => this.#tell(), tellsAfterMs);
    }
    const sent = { ...made, ...instead };
    if (sent.hold) await sent.hold(call);
    if (sent.isReset) {
      call.answer = "the line was cut";
      response.destroy();
      return;
    }
    const code = sent.code ?? 0;
    const http = sent.http ?? httpOf[code];
    call.status = http;
    const text =
      sent.text ??
      JSON.stringify({
        status_code: code,
        msg: code === 0 ? "success" : "refused",
        data: code === 0 ? (sent.data ?? null) : null,
        request_id: randomUUID(),
      });
    call.answer = `HTTP ${http} ${text}`;
    response
      .writeHead(http, { "content-type": sent.text ? "text/html" : "application/json", ...sent.headers })
      .end(text);
  }

  #settle() {
    const word = this.refundsWhenAsked ? "revoked" : "ready";
    for (const order of this.orders) if (order.isPaid) order.fulfillment = word;
  }

  async #tell() {
    this.#settle();
    for (const order of this.orders.filter(({ isPaid }) => isPaid)) {
      const { status, fulfillment } = this.view(order);
      const sequence = Date.now();
      await signedCall(place, "POST", this.receiver, {
        event: this.refundsWhenAsked ? "order.refunded" : "order.fulfilled",
        upstream_order_no: order.no,
        downstream_order_no: order.body.downstream_order_no,
        status,
        fulfillment,
        ...(this.refundsWhenAsked ? { refunded_amount: order.amount } : {}),
        timestamp: new Date(sequence).toISOString(),
        event_id: randomUUID(),
        sequence,
      }).catch(() => undefined);
    }
  }

  async start() {
    this.#server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const raw = Buffer.concat(chunks);
      const { pathname, searchParams } = new URL(request.url, "http://main");
      const call = {
        method: request.method,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        raw,
        body: null,
        at: Date.now(),
      };
      try {
        call.body = raw.length > 0 ? JSON.parse(raw.toString()) : null;
      } catch {
        // Judged as it is.
      }
      this.calls.push(call);
      await this.#answer(call, response);
    });
    await new Promise((resolve, reject) =>
      this.#server.once("error", reject).listen(place.port, place.hostname, resolve),
    );
    this.url = `http://${place.hostname}:${this.#server.address().port}`;
    return this;
  }

  of = (stage) => this.calls.filter((call) => call.stage === stage);
  /** Orders that were paid, or may have been. */
  paid = () => this.orders.filter(({ payments }) => payments.length > 0);

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
