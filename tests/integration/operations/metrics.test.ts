import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { version } from "@/lib/config/version";
import { sendTraces } from "@/lib/operations/send-traces";
import { serveMetrics } from "../../../server/serve-metrics";
import { Stopping } from "../../../server/stopping";
import { aManualSale, channelsOfTest } from "../../support/builders/operator-channels";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { messengerSecrets } from "../../support/fakes/fake-messengers";
import { startCollector } from "../../support/fakes/otlp-collector";
import { startSilentProxy } from "../../support/fakes/silent-proxy";
import { type ApiServer, freePort, startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";

const token = "metrics-token-of-the-test";
let server: ApiServer | undefined;
afterEach(async () => {
  await server?.kill();
  server = undefined;
});

async function scrape(given = token): Promise<{ status: number; text: string; type: string | null }> {
  const response = await fetch(`${server?.url}/metrics`, { headers: { authorization: `Bearer ${given}` } });
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
}

/** The value of a sample whose labels include these. */
function sample(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  for (const line of text.split("\n")) {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (found?.[1] !== name) continue;
    if (Object.entries(labels).every(([key, value]) => found[2]?.includes(`${key}="${value}"`)))
      return Number(found[3]);
  }
  return undefined;
}

describe("metrics", () => {
  it("count requests by route and status, and tell the shop's figures to whoever has the token", async () => {
    const { sku } = await aProduct({ keys: 7 });
    await aProduct({ keys: 0 });
    await pay((await anOrder({ sku })).orderId);
    await anOrder({ sku });
    server = await startApiServer({ settings: { "metrics.token": token, dataDir: os.tmpdir() } });
    for (const number of [1, 2, 3]) await fetch(`${server.url}/api/v1/public/products/none-${number}`);
    await fetch(`${server.url}/api/v1/public/config`);
    await fetch(`${server.url}/somewhere`);
    const { status, text, type } = await scrape();
    expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const requests = (route: string, code: string) =>
      sample(text, "keyshelf_http_request_duration_seconds_count", { route, method: "GET", status: code });
    expect(requests("api/v1/public/products/[slug]", "404")).toBe(3);
    expect(requests("api/v1/public/config", "200")).toBe(1);
    expect(requests("page", "404")).toBe(1);
    expect(text).not.toContain("none-1");
    expect(sample(text, "keyshelf_orders", { state: "pending" })).toBe(1);
    expect(sample(text, "keyshelf_orders_paid_last_hour")).toBe(1);
    expect(sample(text, "keyshelf_keys_available")).toBe(5);
    expect(sample(text, "keyshelf_skus_sold_out")).toBe(1);
    expect(sample(text, "keyshelf_database_up")).toBe(1);
    expect(sample(text, "keyshelf_database_bytes")).toBeGreaterThan(1e6);
    expect(sample(text, "keyshelf_pool_connections", { state: "waiting" })).toBe(0);
    expect(sample(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
    expect(sample(text, "keyshelf_disk_free_bytes")).toBeGreaterThan(0);
    for (const other of ["another-token-of-the-test", ""]) expect((await scrape(other)).status).toBe(401);
  }, 240_000);

  it("are for nobody when there is no token", async () => {
    server = await startApiServer();
    expect((await scrape()).status).toBe(404);
  }, 240_000);

  it("come on a port of their own without a token", async () => {
    overrideConfig({ "metrics.port": String(await freePort()) });
    const stopping = new Stopping();
    const address = await serveMetrics(stopping);
    expect(address).toMatchObject({ address: "127.0.0.1", port: getConfig().metrics.port });
    const get = (path: string) => fetch(`http://127.0.0.1:${address?.port}${path}`);
    expect(sample(await (await get("/metrics")).text(), "keyshelf_database_up")).toBe(1);
    expect((await get("/")).status).toBe(404);
    const folder = path.resolve("deploy/monitoring");
    const exported = new Set(
      [...(await (await get("/metrics")).text()).matchAll(/^# HELP (\w+)/gm)].map((found) => found[1]),
    );
    for (const file of ["grafana-dashboard.json", "alert-rules.yml"]) {
      const text = await readFile(path.join(folder, file), "utf8");
      const named = [...text.matchAll(/\b(?:keyshelf|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
      expect(named.length).toBeGreaterThan(10);
      expect(
        named.map((name) => name.replace(/_(bucket|count)$/, "")).filter((name) => !exported.has(name)),
        file,
      ).toEqual([]);
    }
    await stopping.stop();
    await expect(get("/metrics")).rejects.toThrow();
  });

  it("say that the database is away when it does not answer", async () => {
    const proxy = await startSilentProxy(getConfig().database.url ?? "");
    server = await startApiServer({ databaseUrl: proxy.url, settings: { "metrics.token": token } });
    expect(sample((await scrape()).text, "keyshelf_workers")).toBe(0);
    proxy.silenceAll();
    await expect.poll(async () => sample((await scrape()).text, "keyshelf_database_up")).toBe(0);
    const { status, text } = await scrape();
    expect([status, sample(text, "keyshelf_database_up")]).toEqual([200, 0]);
    // Figures that the database would know are not told, rather than told as they were.
    for (const name of ["keyshelf_workers", "keyshelf_orders_paid_last_hour", "keyshelf_keys_available"])
      expect(sample(text, name), name).toBeUndefined();
    expect(sample(text, "keyshelf_build_info", { version })).toBe(1);
    await server.kill();
    await proxy.stop();
  }, 240_000);
});

describe("traces", () => {
  const { aChannel, service } = channelsOfTest();

  it("follow a request and a job to their statements and calls, and hold no value", async () => {
    const collector = await startCollector();
    await aChannel("telegram");
    const { orderNo } = await aManualSale("traced-buyer@example.com");
    server = await startApiServer({
      worker: true,
      settings: { "tracing.endpoint": collector.url },
      logLevel: "info",
    });
    const answer = await fetch(`${server.url}/api/v1/public/products/none-1?token=in-the-address`, {
      headers: { traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01` },
    });
    const requestId = answer.headers.get("x-request-id");
    await fetch(`${server.url}/api/health/live`);
    await expect.poll(() => service().sent.length, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0);
    const output = server.output();
    await server.stop();

    const [request] = collector.named("GET api/v1/public/products/[slug]");
    expect(request).toMatchObject({
      parentSpanId: undefined,
      facts: {
        "keyshelf.request_id": requestId,
        "http.route": "api/v1/public/products/[slug]",
        "http.response.status_code": 404,
      },
    });
    // A stranger has not begun our trace; a line of the log names both ids.
    expect(request?.traceId).not.toBe("ab".repeat(16));
    expect(output).toContain(`"request_id":"${requestId}","trace_id":"${request?.traceId}"`);
    const statements = collector.inside(request);
    expect(statements.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^SELECT .*\bproducts\b/),
    );
    const [call] = collector.named("POST");
    expect(collector.parentOf(call)?.name).toBe("job operator.send");
    expect(call?.facts).toMatchObject({ "http.response.status_code": 200 });
    expect(collector.named("BEGIN").length).toBeGreaterThan(0);
    expect(collector.spans().filter(({ name }) => /health/.test(name))).toEqual([]);
    const secrets = [orderNo, messengerSecrets.botToken, "traced-buyer", "in-the-address", "none-1"];
    expect(secrets.filter((secret) => collector.raw().includes(secret))).toEqual([]);
    await collector.stop();
  }, 240_000);

  it("leave out the addresses that Next notes of its own steps", async () => {
    const collector = await startCollector();
    const stop = sendTraces({ endpoint: collector.url, percent: 100 });
    const span = trace.getTracer("next.js").startSpan("fetch GET https://bank.example/secret-path", {
      attributes: { "http.target": "/orders/1?token=secret-token", "next.route": "/[locale]/orders" },
    });
    span.recordException(new Error("secret-message"));
    span.end();
    await stop();
    expect(collector.spans()).toMatchObject([{ name: "fetch", facts: { "next.route": "/[locale]/orders" } }]);
    expect(collector.raw()).not.toMatch(/secret-/);
    await collector.stop();
  });
});
