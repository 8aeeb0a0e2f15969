import { existsSync } from "node:fs";
import { request as ask, createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { locales } from "@/lib/core/locale";
import type { Handler } from "../../../server/door/front-door";
import { forgettingAfterWrites, PageCache, routeOf, sharedAddress } from "../../../server/pages/page-cache";

let server: Server;
let cache: PageCache;
let asked: IncomingMessage[];
let answer: Handler;

/** As Next answers: a nonce in the policy and in every script, in several pieces. */
const page: Handler = async (request, response) => {
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  response.setHeader("content-security-policy", `script-src 'nonce-${nonce}'`);
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.statusCode = /none|^\/-$/.test(request.url ?? "") ? 404 : 200;
  response.flushHeaders();
  response.write(`<p>${request.url} ${asked.length} ${request.headers.cookie}</p>`);
  for (let n = 0; n < 30; n++)
    response.write(`<script nonce="${nonce}">"密钥 ${n} ${"x".repeat(n * 150)}"</script>`);
  response.end();
};

interface Got {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  nonce: string;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    ask({ port, host: "127.0.0.1", path, headers, method }, (message) => {
      const parts: Buffer[] = [];
      message.on("data", (part: Buffer) => parts.push(part));
      message.on("end", () => {
        const body = Buffer.concat(parts);
        const isPacked = message.headers["content-encoding"] === "gzip" && body.byteLength > 0;
        const nonce = /'nonce-([^']+)'/.exec(String(message.headers["content-security-policy"]))?.[1] ?? "";
        const text = (isPacked ? gunzipSync(body) : body).toString();
        resolve({ status: message.statusCode ?? 0, headers: message.headers, text, nonce });
      });
    })
      .on("error", reject)
      .end();
  });
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval"] });
  asked = [];
  answer = page;
  cache = new PageCache(
    async (request, response) => {
      asked.push(request);
      await answer(request, response);
    },
    {
      privateCookies: ["session"],
      host: "shop.example",
      chooseLocale: async ({ chosen, acceptLanguage }) => chosen ?? acceptLanguage?.slice(0, 2) ?? "en",
      traitsOf: async (headers) => ({
        userAgent: headers.get("user-agent")?.includes("Mobile") ? "phone" : null,
        country: null,
      }),
    },
  );
  const handler = forgettingAfterWrites(cache, cache.handle);
  server = createServer((request, response) => {
    handler(request, response).catch(() => {
      response.statusCode = 500;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  vi.useRealTimers();
  cache.close();
  await new Promise((resolve) => server.close(resolve));
});

it.each<Record<string, string>>([{}, { "accept-encoding": "gzip, br" }])(
  "gives one rendering to all, each with a nonce of its own (%j)",
  async (headers) => {
    const answers = await Promise.all([get("/", headers), get("/", headers), get("/", headers)]);
    expect(asked).toHaveLength(1);
    expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(3);
    for (const { text, nonce } of answers) {
      expect(nonce).toMatch(/^[\w+/]{48}$/);
      const used = [...text.matchAll(/nonce="([^"]*)"/g)].map((match) => match[1]);
      expect(used).toHaveLength(30);
      expect(new Set(used)).toEqual(new Set([nonce]));
      expect(text.replaceAll(nonce, "")).toBe(answers[0]?.text.replaceAll(answers[0].nonce, ""));
    }
    expect(answers[0]?.headers["content-encoding"]).toBe("accept-encoding" in headers ? "gzip" : undefined);
  },
);

it("renders a page again after a second", async () => {
  await get("/");
  vi.advanceTimersByTime(999);
  await get("/");
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect((await get("/")).text).toContain("/ 2 ");
});

it("keeps what the page of a product tells readers apart by apart, and nothing else of them", async () => {
  for (const agent of ["A/1 Mobile", "B/2 Mobile", "C/3", "D/4"]) {
    await get("/products/one", { "user-agent": agent });
    await get("/products", { "user-agent": agent });
  }
  expect(asked.map(({ url, headers }) => [url, headers["user-agent"]])).toEqual([
    ["/products/one", "phone"],
    ["/products", undefined],
    ["/products/one", undefined],
  ]);
});

it("keeps what depends on the shop's own address for readers at that address alone", async () => {
  for (const host of ["shop.example", "10.0.0.1"])
    for (const path of ["/login", "/login", "/cart", "/cart"]) await get(path, { host });
  expect(asked.map(({ url, headers }) => [url, headers.host])).toEqual([
    ["/login", "shop.example"],
    ["/cart", "shop.example"],
    ["/login", "10.0.0.1"],
    ["/login", "10.0.0.1"],
  ]);
});

it("keeps languages and themes apart and sends nothing else of the reader on", async () => {
  await get("/", {
    cookie: "locale=zh; theme=dark; other=secret",
    "user-agent": "robot",
    "x-forwarded-host": "evil",
  });
  await get("/", { "accept-language": "zh-CN", cookie: "theme=dark" });
  await get("/", { "accept-language": "en" });
  await get("/", { cookie: "theme=<script>", "accept-language": "en" });
  expect(asked).toHaveLength(2);
  expect(asked[0]?.headers).toEqual({
    host: "shop.example",
    accept: "text/html",
    "accept-language": "zh",
    cookie: "locale=zh; theme=dark",
    "x-keyshelf-peer": "127.0.0.1",
  });
});

it("passes on requests of sessions, writes and Next's own calls", async () => {
  await get("/", { cookie: "a=b; session=abc" });
  await get("/", { cookie: "session=abc" });
  await get("/", { rsc: "1" });
  await get("/", {}, "POST");
  await get("/account");
  await get("/orders/X1");
  expect(asked).toHaveLength(6);
  expect(asked[0]?.headers.cookie).toBe("a=b; session=abc");
});

it.each(locales)(
  "keeps pages at the address of %s, and stamps the cookie that holds its reader in it",
  async (locale) => {
    const first = await get(`/${locale}/products`);
    const second = await get(`/${locale}/products`);
    const chosen = await get(`/${locale}/products`, { cookie: `locale=${locale}` });
    expect(asked).toHaveLength(1);
    const stamp = new RegExp(`^locale=${locale}; Path=/; SameSite=lax`);
    for (const { headers } of [first, second])
      expect(headers["set-cookie"]).toEqual([expect.stringMatching(stamp)]);
    expect(chosen.headers["set-cookie"]).toBeUndefined();
  },
);

it("answers HEAD from the same rendering without its body", async () => {
  const whole = await get("/");
  const head = await get("/", {}, "HEAD");
  expect(asked).toHaveLength(1);
  expect(head.text).toBe("");
  expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
});

it("answers every page whose row is missing with the one for an address that is nowhere, and keeps no failure", async () => {
  const missing = ["/products/none", "/products/none", "/posts/none", "/zh/pages/none"];
  for (const path of missing) {
    const { status, text } = await get(path, { "accept-language": "zh" });
    expect(status).toBe(404);
    expect(text).toContain("<p>/- ");
  }
  expect(asked.map(({ url }) => url)).toEqual(["/products/none", "/-", "/posts/none", "/zh/pages/none"]);
  answer = async () => {
    throw new Error("The database is away");
  };
  expect((await get("/posts")).status).toBe(500);
  answer = page;
  expect((await get("/posts")).status).toBe(200);
});

it("keeps no answer that sets a cookie", async () => {
  answer = async (request, response) => {
    response.setHeader("set-cookie", "a=b");
    await page(request, response);
  };
  await get("/");
  await get("/");
  expect(asked.length).toBeGreaterThan(2);
});

it.each([
  ["/api/v1/admin/products/1", "PATCH"],
  ["/api/v1/guest/orders/K1/reviews/7", "PUT"],
  ["/api/v1/orders/K1/reviews/7", "DELETE"],
])("shows at once what staff or the writer of a review changed: %s", async (path, method) => {
  await get("/");
  await get(path, {}, method);
  await get("/");
  expect(asked.filter(({ url }) => url === "/")).toHaveLength(2);
});

it.each([
  ["/products?page=2&utm_source=mail&gclid=1", "/products?page=2"],
  ["/?utm_campaign=x", "/"],
  ["/products?search=%E6%B8%B8%E6%88%8F", "/products?search=%E6%B8%B8%E6%88%8F"],
  ["/products?unknown=1", null],
  ["/products/a/b", null],
  ["/account", null],
  ["/zh", "/zh"],
  ["/zh/products/tidemill", "/zh/products/tidemill"],
  ["/zhproducts", null],
  ["/zh-hant/products/tidemill", "/zh-hant/products/tidemill"],
  ["/zh-hans/products", null],
  ["/cart", "/cart"],
  ["/login?next=%2Fcart", "/login?next=%2Fcart"],
  ["/login?problem=often&by=google", null],
  ["/lookup?order_no=K1", null],
  ["/zh/login", null],
])("reads %s as %s", (url, address) => {
  expect(sharedAddress(url)).toBe(address);
});

it("names the route of a kept page in traces, as Next does, and nothing that a visitor typed", () => {
  const routes = {
    "/": "/",
    "/zh": "/",
    "/products?search=secret": "/products",
    "/zh/products/secret?coupon=secret": "/products/[slug]",
    "/posts/secret": "/posts/[slug]",
    "/legal/terms": "/legal/[page]",
    "/pages/secret": "/pages/[slug]",
  };
  for (const [address, route] of Object.entries(routes)) {
    expect(routeOf(address)).toBe(route);
    expect(existsSync(path.join("app/(store)", route, "page.tsx")), route).toBe(true);
  }
});
