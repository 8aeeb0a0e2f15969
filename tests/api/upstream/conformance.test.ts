import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { payPurchase } from "@/lib/interconnect/agent/purchases/pay";
import { pollPurchase } from "@/lib/interconnect/agent/purchases/poll";
import { addTestKey } from "@/lib/interconnect/main/test-key/test-keys";
import {
  advance,
  anAgentShop,
  anUpstreamProduct,
  buy,
  credentials,
  payFor,
  purchasesOf,
  read,
} from "../../support/builders/agent-shop";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import {
  credentialArguments as as,
  failures,
  freeAddress,
  namedRules,
  runConformance,
} from "../../support/harness/conformance";
import { isTurnOf } from "../../support/harness/seed";
import {
  type ApiServer,
  type ApiServerOptions,
  startApiServer,
} from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";
import { isLong } from "../../support/harness/tier";

let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());

const conformance = (...args: string[]) => runConformance("--nonce-wait", "0", ...args);

/** A server beside the command for as long as `work` takes. */
async function beside<T>(handle: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const underWay: unknown[] = [];
  const server = createServer((request, response) => {
    underWay.push(handle(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
    // A request that the judge gave up goes on, and needs the rows of its test.
    await Promise.allSettled(underWay);
  }
}

const calling = (url: string) =>
  `"${process.execPath}" -e "fetch('${url}').then(async (answer) => { process.stdout.write(await answer.text()); process.exitCode = answer.ok ? 0 : 1; })"`;

/** Every answer of a main site that knows only this. */
const answering =
  (dataOf: (url: string) => object): RequestListener =>
  (request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const data = dataOf(request.url ?? "");
    response.end(JSON.stringify({ status_code: 0, msg: "success", data, request_id: crypto.randomUUID() }));
  };

/** A server that is killed and comes back at its address when it is asked to. */
async function startRestartable(options: ApiServerOptions) {
  let server = await startApiServer(options);
  const { url, port } = server;
  const restart: RequestListener = async (_, response) => {
    await server.kill();
    server = await startApiServer({ ...options, port });
    response.end();
  };
  return { url, restart, stop: () => server.stop() };
}

/** Rules that a usual run on one card key leaves out. */
const needMore = [
  "order.sku-required",
  "order.other-sku",
  ...["pay.same-again", "pay.second-payment"],
  ...["expiry.status", "expiry.stock", "expiry.paid", "order.oversell"],
  "nonce.window",
  "limit.burst",
];

const strangers = ["--key", "some_key_1", "--secret", "x"];

/** Each run makes some two hundred calls or thirty purchases: on a busy machine they take their time. */
describe("npm run conformance", { timeout: 300_000 }, () => {
  it("finds nothing to say about our own main site, its callbacks and its memory [C149]", async () => {
    const main = await startRestartable({
      worker: true,
      settings: { "interconnect.allowPrivateNetworks": "true" },
    });
    const listen = await freeAddress();
    const [agent, other] = [await aSite(), await aSite()];
    await db().site.update({
      where: { id: agent.site.id },
      data: { callbackUrl: `http://${listen}/callback` },
    });
    const { sku } = await aProduct({ keys: 20 });
    await aProduct({ keys: 5 });
    const left = await aProduct({ keys: 5 });
    await db().product.update({ where: { id: left.product.id }, data: { status: "archived" } });
    const { text, code } = await beside(main.restart, (url) =>
      conformance(
        ...["--base-url", main.url, ...as(agent), "--other-key", other.key, "--other-secret", other.secret],
        ...["--buy", "--product", String(sku.productId), "--listen", listen, "--restart", calling(url)],
      ),
    );
    await main.stop();
    expect(failures(text)).toEqual([]);
    expect(namedRules(text, "ADVICE")).toEqual([]);
    expect(namedRules(text, "SKIP")).toEqual(needMore);
    expect(code).toBe(0);
  });

  it("finds nothing to say about our own main site with a test key, whose orders take no stock [C149]", async ({
    skip,
  }) => {
    skip(!isTurnOf(0, 2));
    const { site } = await aSite();
    await aProduct({ keys: 20 });
    const credentials = await inTransaction((tx) => addTestKey(tx, site.id));
    const { text } = await conformance("--base-url", server.url, ...as(credentials), "--buy");
    expect(failures(text)).toEqual([]);
    expect(namedRules(text, "SKIP")).toEqual(
      expect.arrayContaining(["order.stock-falls", "pay.stock-stays"]),
    );
  });

  it("finds nothing to say about our own main site on hold [C149]", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    const agent = await aSite({ settlementMode: "hold" });
    await aProduct({ keys: 20 });
    const { text } = await conformance("--base-url", server.url, ...as(agent), "--buy");
    expect(failures(text)).toEqual([]);
    expect(namedRules(text, "PASS")).toContain("pay.second-payment");
  });

  it("says what was sent, what came, what the guide asks and where [C149]", async () => {
    const product = { id: "1", price: 5, stock: 1 };
    const { code, text } = await beside(
      answering(() => ({ products: [product], total: 1, page: 1, per_page: 50 })),
      (url) => conformance("--base-url", url, ...strangers),
    );
    expect(code).toBe(1);
    const [line] = failures(text).filter((each) => each.includes("signature.wrong-secret"));
    expect(line?.split("\n").map((part) => part.trim())).toEqual([
      expect.stringMatching(/^FAIL +signature.wrong-secret +a wrong secret is 4003$/),
      "expected HTTP 403 with status_code 4003",
      "sent     GET /api/v1/upstream/products?per_page=1",
      expect.stringMatching(/^got {6}HTTP 200 \{"status_code":0/),
      'guide    "Anything else is HTTP 403 with `status_code` 4003", docs/interconnect.md#signing',
    ]);
    expect(namedRules(text, "FAIL")).toContain("products.members");
  });

  it("checks the answer to a short stock, and says when there is no occasion to [C149]", async () => {
    const agent = await aSite();
    const { product } = await aProduct({ keys: 20 });
    await db().product.update({ where: { id: product.id }, data: { maxQuantity: 10 } });
    const args = ["--base-url", server.url, ...as(agent)];
    expect((await conformance(...args)).text).toContain("the product's own limit is below its stock");
    await aProduct({ keys: 30 });
    const { text } = await conformance(...args);
    expect(namedRules(text, "PASS")).toEqual(expect.arrayContaining(["order.short", "order.short-keeps"]));
    if (!isLong) return;
    const plenty = await aProduct({ kind: "none", units: 1000 });
    const only = ["--product", String(plenty.product.id)];
    expect((await conformance(...args, ...only)).text).toContain(
      "no stock of what is ordered here is below 1000",
    );
  });

  it("says at once that the key is wrong, and how it is called [C149]", async () => {
    const { code, text } = await conformance(
      "--base-url",
      server.url,
      "--key",
      "nobody_knows_me",
      "--secret",
      "x",
    );
    expect(code).toBe(1);
    expect(namedRules(text, "FAIL")).toEqual(["signature.accepted"]);
    expect((await conformance("--key", "x")).code).toBe(2);
    expect((await runConformance("--help")).text).toContain("An agent:");
    expect((await runConformance("--rules")).text).toMatch(
      /^order\.twice +\(advice\) missing or malformed #errors$/m,
    );
  });

  it("finds nothing to say about our own receiver [C149]", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    const { main, sku } = await anAgentShop();
    main.state.fulfillment = "held";
    const paid = async () => {
      const { data: order } = await buy(sku);
      await payFor(order.order_no);
      await advance();
      const [purchase] = await purchasesOf(order.order_no);
      return { order, upstream: purchase?.upstreamOrderNo ?? "" };
    };
    const [first, second] = [await paid(), await paid()];
    const receiver = await startRestartable({});
    const buyer: RequestListener = async (request, response) => {
      if (request.url === "/restart") return receiver.restart(request, response);
      const { order } = request.url?.includes(second.order.order_no) ? second : first;
      response.end(JSON.stringify((await read(order)).fulfillment));
    };
    const { text } = await beside(buyer, (url) =>
      conformance(
        ...["--receiver", `${receiver.url}/api/v1/interconnect/callback`, ...as(credentials)],
        ...["--upstream-order-no", first.upstream, "--downstream-order-no", first.order.order_no],
        ...["--second-upstream-order-no", second.upstream],
        ...["--second-downstream-order-no", second.order.order_no],
        ...["--buyer-page", `${url}/{order}`, "--restart", calling(`${url}/restart`)],
      ),
    );
    await Promise.all([main.stop(), receiver.stop()]);
    expect(failures(text)).toEqual([]);
    expect(namedRules(text, "SKIP")).toEqual(["received.nonce-window"]);
  });

  it("finds nothing to say about our own agent [C149]", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    overrideConfig({ "interconnect.allowPrivateNetworks": "true", "limits.openOrdersPerIp": "1000" });
    const listen = await freeAddress();
    const { sku, offer } = await anUpstreamProduct({ ...credentials, baseUrl: `http://${listen}` }, 2000n);
    await db().upstreamSku.update({
      where: { id: offer.id },
      data: { upstreamSkuId: 1201, costCents: 990n },
    });
    /** Turns of the jobs that the buyer waits for. */
    const turns = 6;
    const waitUntil = (time: number) =>
      new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())));
    /** The schedule is kept where the main site may have asked for it (`Retry-After: 2`), and shortened where it waits for goods. */
    const keptMs = 3_000;
    const step = async ({ id, status }: { id: number; status: string }) => {
      const { nextPollAt } = await db().purchase.findUniqueOrThrow({ where: { id } });
      const at = nextPollAt?.getTime() ?? 0;
      if (at < Date.now() + keptMs) await waitUntil(at);
      if (status === "paying") await payPurchase(id);
      else if (status === "awaiting_goods") await pollPurchase(id);
    };
    const sell: RequestListener = async (_, response) => {
      const { data: order } = await buy(sku);
      if (!order?.order_no) return void response.writeHead(409).end("sold out");
      // A buyer takes longer to pay than the main site asks to wait for.
      const isPlaced = (await purchasesOf(order.order_no)).some(({ upstreamOrderNo }) => upstreamOrderNo);
      if (!isPlaced) await waitUntil(Date.now() + keptMs);
      await payFor(order.order_no);
      for (let turn = 0; turn < turns; turn++) {
        for (const purchase of await purchasesOf(order.order_no)) await step(purchase);
        const { fulfillment } = (await read(order)) ?? {};
        if (fulfillment?.payload !== undefined) return void response.end(fulfillment.payload);
      }
      response.writeHead(503).end("no goods so far");
    };
    const { text } = await beside(sell, (url) =>
      runConformance("--agent", calling(`${url}/buy`), "--listen", listen, ...as(credentials)),
    );
    expect(failures(text)).toEqual([]);
    expect(namedRules(text, "SKIP")).toEqual(["agent.killed"]);
  });
});
