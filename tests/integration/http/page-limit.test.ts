import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { forgetLeases } from "@/lib/db/leases";
import { peerHeader } from "@/lib/http/caller/client-info";
import type { Handler } from "../../../server/door/front-door";
import { limitPages } from "../../../server/door/limit-pages";
import { overrideConfig } from "../../support/harness/test-config";

const perMinute = 60;
/** Counted in the process alone, and no more than that above the limit for each process. */
const free = perMinute / 30;

/** An answer whose first lines can be read. */
class Written extends ServerResponse {
  get head(): string {
    return String(Reflect.get(this, "_header"));
  }
}

let drawn: number;
let handler: Handler;
const newProcess = () => {
  forgetLeases();
  handler = limitPages(async (_, response) => {
    drawn += 1;
    response.end("a page");
  });
};

beforeEach(() => {
  overrideConfig({ "limits.pagesPerMinute": String(perMinute), "server.trustedProxies": "127.0.0.1" });
  drawn = 0;
  newProcess();
});

async function ask(ip: string, url = "/products?search=x") {
  const headers = { [peerHeader]: "127.0.0.1", "x-forwarded-for": ip };
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method: "GET", headers });
  const response = new Written(request);
  await handler(request, response);
  return response;
}

async function askOften(times: number, ip: (n: number) => string, url?: string) {
  const before = drawn;
  let last = new Written(new IncomingMessage(new Socket()));
  for (let n = 0; n < times; n++) last = await ask(ip(n), url);
  return { drawn: drawn - before, last };
}

it("draws no more pages for one network than its limit, over all processes, and says when to come back [A28]", async () => {
  const first = await askOften(40, () => "203.0.113.5");
  expect(first.drawn).toBe(40);
  newProcess();
  const second = await askOften(80, () => "203.0.113.5");
  expect(first.drawn + second.drawn).toBeGreaterThanOrEqual(perMinute - free);
  expect(first.drawn + second.drawn).toBeLessThanOrEqual(perMinute + 2 * free);
  const { head } = second.last;
  expect(head).toMatch(
    /^HTTP\/1\.1 429 [\s\S]*x-error-rule: too_many_requests_wait\r\n[\s\S]*retry-after: [1-9]/,
  );
  expect((await ask("203.0.113.6")).statusCode).toBe(200);
  testClock.advance(61_000);
  expect((await ask("203.0.113.5")).statusCode).toBe(200);
});

it("counts the addresses of an IPv6 line together, and the lines of one site", async () => {
  const line = await askOften(perMinute * 2, (n) => `2001:db8:1:1::${n.toString(16)}`);
  expect(line.drawn).toBeLessThanOrEqual(perMinute + free);
  const site = await askOften(perMinute * 12, (n) => `2001:db8:2:${(n % 12).toString(16)}::1`);
  expect(site.drawn).toBeLessThanOrEqual(perMinute * 4 + 12 * free);
  expect(site.drawn).toBeGreaterThan(perMinute * 3);
});

it("asks the database nothing for a usual visitor", async () => {
  for (let n = 0; n < 50; n++) await askOften(free, () => `198.51.100.${n}`);
  expect(drawn).toBe(50 * free);
  expect(await db().rateLimit.count()).toBe(0);
});

it("counts pictures apart, and no address that may be a proxy", async () => {
  await askOften(perMinute * 2, () => "203.0.113.5");
  expect((await askOften(perMinute, () => "203.0.113.5", "/brand/icon-512.png")).drawn).toBe(perMinute);
  const pictures = await askOften(perMinute * 6, () => "203.0.113.5", "/share/home.png");
  expect(pictures.last.statusCode).toBe(429);
  expect((await askOften(perMinute * 2, () => "10.1.2.3")).drawn).toBe(perMinute * 2);
});
