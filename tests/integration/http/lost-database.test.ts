import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anEmail, aProduct } from "../../support/builders/products";
import { aSite, type Credentials, signedFor } from "../../support/builders/sites";
import type { Envelope } from "../../support/harness/call";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { anotherDatabase, onDatabase } from "../../support/harness/two-shops";

let server: ApiServer;
let database: string;
let site: Credentials;
let productId: number;

async function dropDatabase(): Promise<void> {
  const place = new URL(database);
  place.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: place.href });
  await admin.connect();
  await admin.query(`DROP DATABASE ${new URL(database).pathname.slice(1)} WITH (FORCE)`);
  await admin.end();
}

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}/api/v1${path}`, init);
  const text = await response.text();
  const headerId = response.headers.get("x-request-id");
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, text, headerId, retryAfter, json: JSON.parse(text) as Envelope<unknown> };
}

const post = (path: string, body: object) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const pull = () => ask("/upstream/products", { headers: signedFor(site, "") });

/** The process writes its lines behind its answers. */
async function logOf(requestId: string): Promise<Record<string, unknown>[]> {
  for (let n = 0; ; n++) {
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    if (lines.some(({ msg }) => msg === "request") || n === 100) return lines;
    await sleep(50);
  }
}

beforeAll(async () => {
  database = await anotherDatabase("lost");
  await onDatabase(database, async () => {
    site = await aSite();
    productId = (await aProduct({ keys: 3 })).product.id;
  });
  server = await startApiServer({ databaseUrl: database, logLevel: "info" });
  for (const answer of [await ask("/public/products"), await pull()]) expect(answer.status).toBe(200);
  await dropDatabase();
}, 240_000);
afterAll(() => server.stop());

describe("a shop whose database is gone", () => {
  const order = () => ({ product_id: productId, quantity: 1, email: anEmail() });
  const password = "CANARY-PASSWORD-9f31";

  it.each([
    ["a list that was not asked for before", 503, 503, () => ask("/public/products?per_page=7")],
    ["an order", 503, 503, () => post("/guest/orders", order())],
    ["the price of an order", 503, 503, () => post("/guest/orders/preview", order())],
    ["a log-in", 503, 503, () => post("/auth/login", { email: anEmail(), password })],
    ["a text", 503, 503, () => ask("/public/posts/none")],
    [
      "what a guest bought before",
      503,
      503,
      () => post("/guest/orders/recover", { email: anEmail(), order_no: "K1" }),
    ],
    // The specification gives 5000 the status 500.
    ["a signed call", 500, 5000, () => pull()],
  ])(
    "answers %s with %i, tells nothing of its inside, and writes why under the request id [A30]",
    async (_, http, code, send) => {
      const { status, json, text, headerId, retryAfter } = await send();
      expect([status, json]).toEqual([
        http,
        {
          status_code: code,
          msg: "The shop cannot answer at the moment. Please try again in a few seconds",
          data: null,
          request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ]);
      expect(retryAfter).toBe("5");
      expect(headerId).toBe(json.request_id);
      const { port, pathname } = new URL(database);
      for (const inside of [process.cwd(), "node_modules", "/lib/", `:${port}`, pathname.slice(1)])
        expect(text).not.toContain(inside);
      expect(text).not.toMatch(/select|insert|relation|prisma|postgres|database/i);

      const lines = await logOf(json.request_id);
      const failed = lines.find(({ msg }) => msg === "request failed");
      expect(failed).toMatchObject({ level: "error", path: expect.stringMatching(/^\/api\/v1\//) });
      expect(JSON.stringify(failed?.error)).toMatch(/terminat|not exist|connection/i);
      expect(lines).toContainEqual(
        expect.objectContaining({ msg: "request", status: http, status_code: code }),
      );
      expect(server.output()).not.toContain(password);
      expect(server.output()).not.toContain(new URL(database).password);
    },
  );

  it("writes one line for an idle connection that broke, without the statements that it had prepared [A30]", async () => {
    const broken = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes("an idle connection to the database broke"));
    await expect.poll(() => broken().length).toBeGreaterThan(0);
    for (const line of broken()) {
      expect(JSON.parse(line)).toMatchObject({
        level: "warn",
        reason: expect.stringMatching(/terminat|connection/i),
      });
      expect(line).not.toMatch(/"client"|parsedStatements|select/i);
    }
  });
});
