import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMainSite } from "@/clients/typescript/src/partner";
import { ApiError, openShop } from "@/clients/typescript/src/shop";
import { bundleClient } from "@/tools/client/bundle";

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}
type Answer = (response: ServerResponse) => void;

const answering =
  (httpStatus: number, status_code: number, data: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(httpStatus, { "content-type": "application/json", ...headers });
    const msg = status_code === 0 ? "success" : "Not now";
    response.end(JSON.stringify({ status_code, msg, data, request_id: "r-1" }));
  };
const good = (data: unknown = {}) => answering(200, 0, data);
const busy = answering(429, 429, null, { "retry-after": "7", "x-error-rule": "too_many_requests" });
const away: Answer = (response) => response.destroy();
const page: Answer = (response) => response.writeHead(502).end("<html>Bad gateway</html>");

let asked: Asked[] = [];
let answers: Answer[] = [];
let waits: number[] = [];
let url = "";
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    (answers.shift() ?? good())(response);
  });
});
const patience = {
  wait: async (seconds: number) => {
    waits.push(seconds);
  },
};

beforeEach(async () => {
  [asked, answers, waits] = [[], [], []];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const body = { product_id: 1, quantity: 1, email: "buyer@example.com" };

describe("the TypeScript client", () => {
  it("puts parameters into the path and behind it, and hands out the data", async () => {
    answers = [good({ title: "a" }), good({ total: 2 })];
    const shop = openShop({ url: `${url}/` });
    const product = await shop.get("/api/v1/public/products/{slug}", { path: { slug: "a b/c" } });
    expect(product.title).toBe("a");
    const { total } = await shop.get("/api/v1/public/products", { query: { page: 2, search: "ß&" } });
    expect(total).toBe(2);
    expect(asked.map(({ url: address }) => address)).toEqual([
      "/api/v1/public/products/a%20b%2Fc",
      "/api/v1/public/products?page=2&search=%C3%9F%26",
    ]);
  });

  it("throws a refusal with its code, rule, member and sentence", async () => {
    const headers = { "x-error-field": "quantity", "x-error-rule": "between" };
    answers = [answering(400, 400, null, headers)];
    const refused = await openShop({ url })
      .post("/api/v1/guest/orders", { body })
      .catch((thrown) => thrown);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ httpStatus: 400, field: "quantity", rule: "between", requestId: "r-1" });
    expect(asked).toHaveLength(1);
  });

  it("repeats a read after no answer, a page and a limit, and waits as long as the shop asks [C122]", async () => {
    answers = [away, busy, good({ total: 1 })];
    const found = await openShop({ url, ...patience }).get("/api/v1/public/products");
    expect(found.total).toBe(1);
    expect(waits[1]).toBe(7);
    answers = [page, page, page];
    await expect(openShop({ url, ...patience }).get("/api/v1/public/products")).rejects.toMatchObject({
      httpStatus: 502,
    });
    expect(asked).toHaveLength(6);
  });

  it("gives up where the shop asks for a longer wait than the caller has", async () => {
    answers = [busy];
    const shop = openShop({ url, mostWaitSeconds: 5, ...patience });
    await expect(shop.get("/api/v1/public/products")).rejects.toMatchObject({ retryAfter: 7 });
    expect([asked.length, waits]).toEqual([1, []]);
  });

  it("repeats an order under one key, each order under its own, and nothing else that changes something [C122]", async () => {
    answers = [away, good(), good(), away];
    const shop = openShop({ url, ...patience });
    await shop.post("/api/v1/guest/orders", { body });
    await shop.post("/api/v1/guest/orders", { body, idempotencyKey: "meant-by-the-page" });
    const [first, again, own] = asked.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[!-~]{16,255}$/);
    expect([again, own]).toEqual([first, "meant-by-the-page"]);
    const pay = { path: { order_no: "K1" }, body: { payment_channel_id: 1 }, token: "guest" };
    await expect(shop.post("/api/v1/guest/orders/{order_no}/pay", pay)).rejects.toMatchObject({
      httpStatus: 0,
    });
    expect(asked).toHaveLength(4);
    expect(asked[3]?.headers.authorization).toBe("Bearer guest");
  });

  it("renews an expired session once for all calls that met it", async () => {
    const expired = answering(401, 40101, null);
    answers = [expired, expired, good({ token: "new", refresh_token: "r2" }), good(), good()];
    const kept: unknown[] = [];
    const session = { token: "old", refresh_token: "r1" };
    const shop = openShop({ url, session, onSession: (next) => kept.push(next) });
    await Promise.all([shop.get("/api/v1/orders"), shop.get("/api/v1/orders")]);
    const tokens = asked.map(({ headers, url: address }) =>
      address === "/api/v1/auth/refresh" ? "refresh" : headers.authorization,
    );
    expect(tokens.sort()).toEqual(["Bearer new", "Bearer new", "Bearer old", "Bearer old", "refresh"]);
    expect(kept).toEqual([{ token: "new", refresh_token: "r2" }]);
  });

  it("says that a session is over when it cannot be renewed", async () => {
    answers = [answering(401, 40101, null), answering(401, 40102, null)];
    const kept: unknown[] = [];
    const session = { token: "old", refresh_token: "r1" };
    const shop = openShop({ url, session, onSession: (next) => kept.push(next) });
    await expect(shop.get("/api/v1/orders")).rejects.toMatchObject({ code: 40102 });
    expect(kept).toEqual([null]);
  });

  it("signs every attempt of a call between sites anew, over the same body", async () => {
    answers = [page, good({ upstream_order_no: "K1" })];
    const main = openMainSite({ url, key: "ak_test_0001", secret: "sk_test", ...patience });
    const order = { product_id: 1, quantity: 1, downstream_order_no: "A-1", metadata: { note: "测试" } };
    const placed = await main.post("/api/v1/upstream/orders", { body: order });
    expect(placed.upstream_order_no).toBe("K1");
    const [first, second] = asked;
    expect(JSON.parse(second?.body ?? "")).toEqual(order);
    expect(first?.body).toBe(second?.body);
    expect(first?.headers["x-site-nonce"]).not.toBe(second?.headers["x-site-nonce"]);
  });

  it("has a storefront part of at most 12 kB, compressed [C122]", async () => {
    const { shop, partner } = await bundleClient();
    for (const part of [shop, partner]) expect(part?.byteLength).toBeGreaterThan(1_000);
    expect(brotliCompressSync(shop ?? "").byteLength).toBeLessThanOrEqual(12_000);
  });
});
