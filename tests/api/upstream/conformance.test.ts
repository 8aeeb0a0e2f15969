import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { anUpstreamProduct } from "../../support/builders/agent-shop";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { credentialArguments as as, failures, runConformance } from "../../support/harness/conformance";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());

const conformance = (...args: string[]) => runConformance("--nonce-wait", "0", ...args);

const shortStock = "C44   one unit more than is in stock is 4099";

describe("npm run conformance", () => {
  it("finds nothing to say about our own main site, on trust and on hold", async () => {
    const agent = await aSite();
    const other = await aSite();
    const { sku } = await aProduct({ keys: 20 });
    await aProduct({ keys: 5 });
    const args = [
      "--base-url",
      server.url,
      ...as(agent),
      "--buy",
      "--other-key",
      other.key,
      "--other-secret",
      other.secret,
    ];
    const first = await conformance(...args, "--product", String(sku.productId));
    expect(failures(first.text)).toEqual([]);
    expect(first.text).toContain(`PASS  ${shortStock}`);
    expect(first.code).toBe(0);
    expect(first.text.trim()).toMatch(/\d{2} passed, 0 failed, 1 skipped$/);
    await db().site.update({ where: { id: agent.site.id }, data: { settlementMode: "hold" } });
    expect(failures((await conformance(...args)).text)).toEqual([]);
  });

  it("says readably what a broken main site does wrong", async () => {
    const broken = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          status_code: 0,
          msg: "success",
          data: { products: [{ id: "1", price: 5 }], total: 1, page: 1, per_page: 50 },
          request_id: crypto.randomUUID(),
        }),
      );
    });
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const { code, text } = await conformance("--base-url", url, "--key", "some_key_1", "--secret", "x");
    broken.close();
    expect(code).toBe(1);
    expect(text).toContain("FAIL  C40   a wrong secret is 4003");
    expect(text).toContain("expected HTTP 403 with status_code 4003");
    expect(text).toContain("got      HTTP 200");
    expect(text).toContain("products[].id as specified");
  });

  it("checks the answer to a short stock, and says when there is no occasion to", async () => {
    const agent = await aSite();
    const { product } = await aProduct({ keys: 20 });
    await db().product.update({ where: { id: product.id }, data: { maxQuantity: 20 } });
    const args = ["--base-url", server.url, ...as(agent)];
    expect((await conformance(...args)).text).toContain(
      `SKIP  ${shortStock}\n              the product's own limit is below its stock`,
    );
    await aProduct({ keys: 30 });
    expect((await conformance(...args)).text).toContain(`PASS  ${shortStock}`);
    const [before] = await db().skuStock.findMany({ orderBy: { skuId: "desc" } });
    expect(before).toMatchObject({ available: 30, reserved: 0 });
    const plenty = await aProduct({ kind: "none", units: 1000 });
    const only = ["--product", String(plenty.product.id)];
    const { text } = await conformance(...args, ...only);
    expect(text).toContain(`SKIP  ${shortStock}\n              every stock is 1000 or more`);
  });

  it("finds a main site that sells more than it has", async () => {
    const product = {
      id: 1,
      slug: "game",
      title: "Game",
      price: "5.00",
      stock: 3,
      auto_secret_kind: "card_key",
      category: "Games",
    };
    const generous = createServer((request, response) => {
      const data = request.url?.includes("/products")
        ? { products: [product], total: 1, page: 1, per_page: 50 }
        : { upstream_order_no: "U1", amount: "5.00", expire_at: "2026-01-01T00:00:00Z" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ status_code: 0, msg: "success", data, request_id: crypto.randomUUID() }));
    });
    await new Promise<void>((resolve) => generous.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(generous.address() as AddressInfo).port}`;
    const { code, text } = await conformance("--base-url", url, "--key", "some_key_1", "--secret", "x");
    generous.close();
    expect(code).toBe(1);
    expect(text).toContain(`FAIL  ${shortStock}`);
    expect(text).toContain("expected HTTP 409 with status_code 4099");
  });

  it("says at once that the key is wrong, and how it is called", async () => {
    const { code, text } = await conformance(
      "--base-url",
      server.url,
      "--key",
      "nobody_knows_me",
      "--secret",
      "x",
    );
    expect(code).toBe(1);
    expect(text).toContain("FAIL  C40   the given key and secret are accepted");
    expect((await conformance("--key", "x")).text).toContain("Usage:");
  });

  it("finds nothing to say about our own callback receiver", async () => {
    const credentials = { key: "agent_key_0001", secret: "the-shared-secret" };
    const { sku, connection } = await anUpstreamProduct({ ...credentials, baseUrl: "http://127.0.0.1:9" });
    const { orderId } = await anOrder({ sku });
    const item = await db().orderItem.findFirstOrThrow({ where: { orderId } });
    await db().purchase.create({
      data: {
        connectionId: connection.id,
        orderItemId: item.id,
        upstreamProductId: 12,
        upstreamSkuId: 34,
        quantity: 1,
        downstreamOrderNo: "K1",
        upstreamOrderNo: "U1",
      },
    });
    const receiver = `${server.url}/api/v1/interconnect/callback`;
    const { code, text } = await conformance(
      "--receiver",
      receiver,
      ...as(credentials),
      "--upstream-order-no",
      "U1",
      "--downstream-order-no",
      "K1",
    );
    expect(failures(text)).toEqual([]);
    expect(code).toBe(0);
  });
});
