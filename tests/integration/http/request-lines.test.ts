import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { apiOperations } from "@/app/api/v1/operations";
import { loggedPath } from "@/lib/http/logged-request";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

interface Line {
  msg: string;
  path: string;
  status: number;
  request_id: string;
  client_request_id?: string;
  client_trace_id?: string;
  ip?: string;
}

/** Serves the whole file; a test with settings of its own starts another one. */
let common: ApiServer;
let server: ApiServer;
/** Where the output of this test begins. */
let begin = 0;
beforeAll(async () => {
  common = await start();
}, 240_000);
afterAll(() => common.kill());
beforeEach(() => {
  server = common;
  begin = server.output().length;
});

const output = () => server.output().slice(begin);
const lines = (): Line[] =>
  output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === "request");

const token = "the-monitor-of-the-operator";
const start = (settings: Record<string, string> = {}) =>
  startApiServer({ logLevel: "info", settings: { "metrics.token": token, ...settings } });
const read = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${address}`, { headers });

describe("the lines of the log", () => {
  it("name each read that is answered from memory, and count it", async () => {
    const ids: (string | null)[] = [];
    for (let n = 0; n < 6; n++) {
      const answer = await read("/api/v1/public/categories", {
        "x-request-id": `caller-${n}`,
        traceparent: `00-${"a".repeat(31)}${n}-00f067aa0ba902b7-01`,
      });
      await answer.arrayBuffer();
      ids.push(answer.headers.get("x-request-id"));
    }
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(6);
    expect(new Set(lines().map(({ request_id }) => request_id))).toEqual(new Set(ids));
    for (const line of lines())
      expect(line).toMatchObject({ path: "/api/v1/public/categories", status: 200, ip: "127.0.0.1" });
    const callers = lines().map(({ client_request_id }) => client_request_id);
    expect(callers.sort()).toEqual(Array.from({ length: 6 }, (_, n) => `caller-${n}`));
    const traces = lines().map(({ client_trace_id }) => client_trace_id);
    expect(traces.sort()).toEqual(Array.from({ length: 6 }, (_, n) => `${"a".repeat(31)}${n}`));
    expect(output()).not.toMatch(/\n\s+at /);
    const figures = await (await read("/metrics", { authorization: `Bearer ${token}` })).text();
    expect(figures).toMatch(/_count\{[^}]*public\/categories[^}]*\} 6\n/);
  }, 240_000);

  it("hold what fail2ban looks for: the address of a refused log-in, and of nothing else", async () => {
    const refused = await fetch(`${server.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.com", password: "a wrong password" }),
    });
    expect(refused.status).toBe(401);
    await (await read("/api/v1/me")).arrayBuffer();
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(2);
    const filter = readFileSync("deploy/fail2ban/keyshelf.conf", "utf8");
    const pattern = /^failregex = (.*)$/m.exec(filter)?.[1]?.replace("<HOST>", "(?<host>[\\d.:a-f]+)") ?? "";
    const hosts = output()
      .split("\n")
      .flatMap((line) => new RegExp(pattern).exec(line)?.groups?.host ?? []);
    expect(hosts).toEqual(["127.0.0.1"]);
  }, 240_000);

  it("name each page, with the id that it was answered with, and no caller where none may be written", async () => {
    server = await start({ "log.callers": "false" });
    onTestFinished(() => server.kill());
    begin = 0;
    const answer = await read("/products/none?search=x", { "x-request-id": "x".repeat(300) });
    await answer.arrayBuffer();
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(1);
    expect(lines()[0]).toMatchObject({
      path: "/products/none",
      status: 404,
      request_id: answer.headers.get("x-request-id"),
      client_request_id: "x".repeat(128),
    });
    expect(lines()[0]).not.toHaveProperty("ip");
  }, 240_000);

  it("hold no link that opens a download [A21]", async () => {
    for (const end of ["", "/", "/x"]) await read(`/api/v1/downloads/27.22.c2VjcmV0${end}`);
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(3);
    expect(output()).not.toContain("c2VjcmV0");
    expect(lines().map((line) => line.path)).toContain("/api/v1/downloads/[token]");
  }, 240_000);
});

it("writes the name of the segment in place of each token that stands in an address of the API [A21]", async () => {
  const routes = (await apiOperations())
    .map(({ path }) => `/api/v1/${path}`)
    .filter((route) => /\[(token|secret|code|hash|signature)\]/.test(route));
  expect(routes.length).toBeGreaterThan(0);
  for (const route of routes) expect(loggedPath(route.replace(/\[\w+\]/g, "S3CRET"))).not.toContain("S3CRET");
});
