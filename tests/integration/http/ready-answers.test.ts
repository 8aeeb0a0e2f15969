import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readProduct } from "@/app/api/v1/public/products/[slug]/route";
import { db } from "@/lib/db/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { peerHeader } from "@/lib/http/caller/client-info";
import { withRoutes } from "../../../server/routes/with-routes";
import { order } from "../../support/builders/guest-orders";
import { aProduct } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";

let server: Server;
let handled = 0;

const counting = (...call: Parameters<typeof readProduct>) => {
  handled += 1;
  return readProduct(...call);
};

beforeAll(async () => {
  const serve = withRoutes(
    { "api/v1/public/products/[slug]": async () => ({ GET: counting }) },
    async (_, outgoing) => {
      outgoing.writeHead(404).end();
    },
  );
  server = createServer((incoming, outgoing) => {
    incoming.headers[peerHeader] = String(incoming.headers["x-test-peer"] ?? "203.0.113.7");
    void serve(incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

const read = (slug: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const call = httpRequest({ port, path: `/api/v1/public/products/${slug}`, headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      const isPacked = answer.headers["content-encoding"] === "gzip";
      const body = (isPacked ? gunzipSync(bytes) : bytes).toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    });
    call.on("error", reject);
    call.end();
  });

const idOf = ({ body }: Answer) => (JSON.parse(body) as { request_id: string }).request_id;
const stockOf = ({ body }: Answer) =>
  (JSON.parse(body) as { data: { skus: { stock: number }[] } }).data.skus[0]?.stock;

async function aReadProduct() {
  const { product, sku } = await aProduct({ keys: 2 });
  await db().product.update({ where: { id: product.id }, data: { description: "long ".repeat(600) } });
  forgetAnswers();
  handled = 0;
  return { slug: product.slug, sku };
}

it("gives the same answer without the handler, with an id of its own and the same headers", async () => {
  const { slug } = await aReadProduct();
  const [first, second] = [await read(slug), await read(slug)];
  expect(handled).toBe(1);
  expect(second.body).toBe(first.body.replace(idOf(first), idOf(second)));
  expect(idOf(second)).not.toBe(idOf(first));
  expect(second.headers["x-request-id"]).toBe(idOf(second));
  const comparable = ({ headers }: Answer) => ({ ...headers, "x-request-id": "", date: "" });
  expect(comparable(second)).toEqual(comparable(first));
});

it("packs it for who can unpack it, and answers 304 to who has it", async () => {
  const { slug } = await aReadProduct();
  const packed = { "accept-encoding": "gzip" };
  const first = await read(slug, packed);
  // The first reader after an unpacked one makes the packed bytes for the next.
  await read(slug, packed);
  await expect
    .poll(async () => {
      const before = handled;
      const answer = await read(slug, packed);
      return {
        isReady: handled === before,
        coding: answer.headers["content-encoding"],
        id: idOf(answer).length,
      };
    })
    .toEqual({ isReady: true, coding: "gzip", id: 36 });
  const again = await read(slug, { "if-none-match": String(first.headers.etag) });
  expect([again.status, again.body]).toEqual([304, ""]);
});

it("forgets it as soon as a buyer was refused for stock", async () => {
  const { slug, sku } = await aReadProduct();
  expect((await order(sku)).status).toBe(200);
  expect(stockOf(await read(slug))).toBe(1);
  expect((await order(sku)).status).toBe(200);
  expect((await order(sku)).json.status_code).toBe(4099);
  expect(stockOf(await read(slug))).toBe(0);
});

it("counts each reader against the limit", async () => {
  overrideConfig({ "limits.publicReadsPerMinute": "60" });
  const { slug } = await aReadProduct();
  const peer = { "x-test-peer": "198.51.100.77" };
  const statuses: number[] = [];
  for (let n = 0; n < 80; n++) statuses.push((await read(slug, peer)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 429));
  expect((await read(slug, { "x-test-peer": "198.51.100.78" })).status).toBe(200);
});
