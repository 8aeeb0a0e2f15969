import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClient } from "@/lib/db/connections/guarded-client";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";

let shop: BuiltShop;

beforeAll(async () => {
  shop = await startBuiltShop("front_door");
});
afterAll(() => shop?.stop());

/** Everything that comes back until the server closes the connection. */
async function send(lines: string[], body = ""): Promise<string> {
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  let answer = "";
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.write(`${lines.join("\r\n")}\r\nHost: localhost\r\n\r\n${body}`);
  await closed;
  return answer;
}

describe("the built shop", () => {
  it.each(["/_next/webpack-hmr", "//x", "/"])(
    "answers a request for an upgrade of %s and closes its connection",
    async (path) => {
      const answer = await send([`GET ${path} HTTP/1.1`, "Connection: Upgrade, close", "Upgrade: websocket"]);
      expect(answer).toMatch(/^HTTP\/1\.1 [2-4]\d\d /);
    },
  );

  it.each(["/api/auth/callback/staff", "/preferences", "/test-gateway/submit.php"])(
    "reads no large body for %s",
    async (path) => {
      const head = [`POST ${path} HTTP/1.1`, `Origin: ${shop.url}`, "Connection: close"];
      expect(await send([...head, "Content-Length: 70000"])).toMatch(/^HTTP\/1\.1 413 /);
      const form = "Content-Type: application/x-www-form-urlencoded";
      const body = `a=${"x".repeat(20_000)}`;
      const answer = await send([...head, form, `Content-Length: ${body.length}`], body);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    },
  );

  it("answers what no page and no route has a method for, and what names no path", async () => {
    const api = await send(["TRACE /api/v1/public/config HTTP/1.1", "Connection: close"]);
    expect(api).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: GET, HEAD, OPTIONS[\s\S]*"status_code":405/i);
    expect(await send(["TRACE / HTTP/1.1", "Connection: close"])).toMatch(/^HTTP\/1\.1 405 /);
    expect(await send(["OPTIONS * HTTP/1.1", "Connection: close"])).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    "/products?search=%00",
    "/products?category=%00",
    "/products/%ff",
    "/api/v1/admin/orders/..\\session",
  ])("refuses %s", async (path) => {
    const answer = await send([`GET ${path} HTTP/1.1`, "Connection: close"]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ["_log", "level=error&message=x", 404],
    ["callback/staff", "email=a%00&password=b", 400],
  ])("answers %s of next-auth with a refusal and writes no line for it", async (action, body, status) => {
    const mark = randomBytes(9).toString("hex");
    const answer = await fetch(`${shop.url}/api/auth/${action}`, {
      method: "POST",
      headers: { origin: shop.url, "content-type": "application/x-www-form-urlencoded" },
      body: `${body}&mark=${mark}`,
    });
    expect(answer.status).toBe(status);
    expect(shop.output()).not.toContain(mark);
  });

  it("answers cookies and addresses that next-auth cannot read with 400", async () => {
    const address = `${shop.url}/api/auth/csrf`;
    const names = (await fetch(address)).headers
      .getSetCookie()
      .map((cookie) => cookie.split("=", 1)[0] ?? "");
    expect(names).toEqual([expect.stringMatching(/\.csrf$/), expect.stringMatching(/\.callback-url$/)]);
    for (const [at, value] of ["%", "http://localhost:99999999"].entries()) {
      const answer = await fetch(address, { headers: { cookie: `${names[at]}=${value}` } });
      expect(answer.status).toBe(400);
    }
  });

  it.each([{ purpose: "prefetch" }, { "next-router-prefetch": "1" }, {}])(
    "sends its own policy with a page asked for with %j",
    async (headers) => {
      const given: Record<string, string> = {
        ...(headers as object),
        "content-security-policy": "script-src 'nonce-mine'",
      };
      const answer = await fetch(`${shop.url}/`, { headers: given });
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]+'/);
      expect(policy).toContain("base-uri 'none'");
      expect(await answer.text()).not.toContain('nonce="mine"');
    },
  );

  it.each([
    ["/cart", "Kept in this browser."],
    ["/login?next=%2Fcart", "E-mail address"],
    ["/lookup", "E-mail address"],
    ["/products", "All products"],
  ])("sends %s with its words and its style in one file", async (path, words) => {
    const html = await (await fetch(`${shop.url}${path}`)).text();
    expect(html).toContain(words);
    expect(html).toContain("<style data-precedence");
    expect(html).not.toContain('<link rel="stylesheet"');
  });

  it("draws no picture for an unknown page", async () => {
    const answer = await fetch(`${shop.url}/_next/image?url=%2Fsample%2Fbanners%2Fshelf.svg&w=640&q=75`);
    expect(answer.status).toBe(404);
  });

  it("writes the id of a failed page, and what failed, into the log", async () => {
    const client = await openClient(shop.databaseUrl, "keyshelf-test");
    await client.query("ALTER TABLE products RENAME TO products_away");
    let answer: Response;
    try {
      answer = await fetch(`${shop.url}/products/none`, { headers: { "x-request-id": "asked-by-a-test" } });
      await answer.text();
    } finally {
      await client.query("ALTER TABLE products_away RENAME TO products");
      await client.end();
    }
    expect(answer.status).toBe(500);
    const id = answer.headers.get("x-request-id");
    const lines = () =>
      shop
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ request_id }) => request_id === id);
    await expect
      .poll(() => lines().map(({ msg }) => msg))
      .toEqual(expect.arrayContaining(["page failed", "request"]));
    expect(lines().find(({ msg }) => msg === "request")).toMatchObject({
      status: 500,
      path: "/products/none",
      client_request_id: "asked-by-a-test",
    });
    expect(lines().find(({ msg }) => msg === "page failed")).toMatchObject({ route: "/products/[slug]" });
    // Nothing stands between them that a collector cannot read.
    const others = shop
      .output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("{"));
    expect(others).toEqual([]);
  });

  it("holds no file for lines that asked ahead and hung up [C81]", async () => {
    const { pid } = JSON.parse(/^\{.*"msg":"started".*$/m.exec(shop.output())?.[0] ?? "{}") as {
      pid: number;
    };
    const held = () =>
      readdirSync(`/proc/${pid}/fd`).filter((fd) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${fd}`).includes("/.next/static/");
        } catch {
          return false;
        }
      });
    const home = await (await fetch(`${shop.url}/products`)).text();
    const scripts = [...new Set(home.match(/\/_next\/static\/[^"\\]+\.js/g))];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) {
      const socket = connect(Number(new URL(shop.url).port), "127.0.0.1").pause();
      socket.on("error", () => undefined);
      socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(25));
      await once(socket, "connect");
      // An answer to somebody else tells that the lines before it were read.
      await (await fetch(`${shop.url}/api/health/live`)).text();
      socket.destroy();
    }
    await expect.poll(held).toEqual([]);
  });

  it("answers thousands of parameters before a page is drawn", async () => {
    const answer = await fetch(`${shop.url}/?${"a&".repeat(3_900)}`);
    expect([answer.status, answer.headers.get("x-error-rule")]).toEqual([400, "too_many_parameters"]);
  });
});
