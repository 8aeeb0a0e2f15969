import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, expect, it } from "vitest";
import { closedForMaintenance } from "../../../server/door/closed-shop";
import type { Handler } from "../../../server/door/front-door";
import { PageCache } from "../../../server/pages/page-cache";

let isClosed = true;
let rendered: string[];

const next: Handler = async (request, response) => {
  rendered.push(`${request.url} ${request.headers.cookie ?? ""}`.trim());
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("cache-control", "private, no-cache");
  response.statusCode = 200;
  response.end(`<p>${request.url}</p>`);
};

async function ask(url: string, headers: Record<string, string> = {}, method = "GET") {
  const cache = new PageCache(next, {
    privateCookies: ["session"],
    host: "shop.example",
    traitsOf: async () => ({ userAgent: null, country: null }),
    chooseLocale: async ({ chosen }) => chosen ?? "en",
  });
  const handler = closedForMaintenance(cache, {
    isClosed: async () => isClosed,
    retrySeconds: 600,
    staffCookies: ["staff"],
  });
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method, headers });
  const response = new ServerResponse(request);
  await handler(request, response);
  cache.close();
  return response;
}

beforeEach(() => {
  isClosed = true;
  rendered = [];
});

it.each([
  "/",
  "/zh",
  "/?utm_source=x",
  "/products",
  "/zh/products/a?sku=B",
  "/posts/x",
  "/register",
  "/feed.xml",
])("answers %s with 503 and the maintenance page while the shop is closed", async (url) => {
  const response = await ask(url, { cookie: "session=a; theme=dark" });
  expect([
    response.statusCode,
    response.getHeader("retry-after"),
    response.getHeader("cache-control"),
  ]).toEqual([503, "600", "no-store"]);
  expect(rendered).toEqual([`/maintenance locale=${url.startsWith("/zh") ? "zh" : "en"}; theme=dark`]);
});

it.each([
  "/orders/K1",
  "/pay/K1",
  "/lookup",
  "/login",
  "/account/orders",
  "/legal/imprint",
  "/pages/about",
  "/admin",
  "/media/x",
  "/icon.svg",
])("leaves %s as it is", async (url) => {
  expect((await ask(url)).statusCode).toBe(200);
  expect(rendered[0]).toMatch(new RegExp(`^${url}`));
});

it("shows the shop to staff, and to everybody once it is open", async () => {
  expect((await ask("/", { cookie: "a=b; staff=xyz" })).statusCode).toBe(200);
  expect((await ask("/", { cookie: "notstaff=xyz" })).statusCode).toBe(503);
  isClosed = false;
  expect((await ask("/")).statusCode).toBe(200);
});
