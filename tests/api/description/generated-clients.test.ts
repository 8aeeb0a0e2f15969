import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatMoney } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { aRegisteredUser, goodPassword } from "../../support/builders/accounts";
import { aChannel } from "../../support/builders/payments";
import { anEmail, aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { readDescription } from "../../support/harness/description";
import {
  oapiCodegen,
  openapiGeneratorJava,
  openapiGeneratorPhp,
  openapiPythonClient,
} from "../../support/harness/generators/compiled";
import { buyWith, type Documents, type Generator } from "../../support/harness/generators/generator";
import { heyApi, openapiTypescript } from "../../support/harness/generators/typescript";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";

const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-documents-"));
let documents: Documents;
let server: ApiServer;
let gateway: FakeGateway;
/** Where a payment is paid that its address names, in the place of a person at the gateway. */
let desk: Server;

async function openDesk(): Promise<Server> {
  const opened = createServer(async (request, response) => {
    const paymentNo = request.url?.slice(1) ?? "";
    const payment = await db().payment.findUnique({ where: { paymentNo } });
    if (payment) gateway.pay(paymentNo, formatMoney(payment.amountCents));
    response.writeHead(payment ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve));
  return opened;
}

beforeAll(async () => {
  const write = async (kind: "shop" | "admin") => {
    const file = path.join(folder, `${kind}.json`);
    writeFileSync(file, JSON.stringify(await readDescription(kind)));
    return file;
  };
  documents = { shop: await write("shop"), admin: await write("admin") };
  gateway = await FakeGateway.start();
  server = await startApiServer({ settings: { "payments.allowPrivateNetworks": "true" } });
  desk = await openDesk();
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await gateway?.stop();
  desk?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function buy(generator: Generator) {
  const { sku } = await aProduct({ keys: 2, priceCents: 990n });
  const { site, key, secret } = await aSite();
  await db().site.update({ where: { id: site.id }, data: { settlementMode: "trust" } });
  const member = await aRegisteredUser({ email: anEmail() });
  const channel = await aChannel(gateway.settings());
  const { port } = desk.address() as AddressInfo;
  const keys = await buyWith(generator, documents, {
    KEYSHELF_URL: server.url,
    PAY: `http://127.0.0.1:${port}`,
    PRODUCT: String(sku.productId),
    SKU: String(sku.id),
    CHANNEL: String(channel),
    EMAIL: member.email,
    PASSWORD: goodPassword,
    SITE_KEY: key,
    SITE_SECRET: secret,
  });
  return { keys, skuId: sku.id };
}

const further = [heyApi, openapiPythonClient, oapiCodegen, openapiGeneratorJava, openapiGeneratorPhp];
const generators = [openapiTypescript, ...(isLong ? further : [])];

describe("a generated client", { timeout: 900_000 }, () => {
  it.for(generators)(
    "of $chapter buys a key as a guest, reads it as a member and orders as an agent",
    async (generator, { skip }) => {
      if (isLong && !generator.isInstalled()) await generator.install?.();
      skip(!generator.isInstalled(), `${generator.chapter} is not installed`);
      const { keys, skuId } = await buy(generator);
      const ofKey = (n: number) => `KEY-${skuId}-${String(n).padStart(4, "0")}`;
      expect(keys).toEqual([ofKey(1), ofKey(1), ofKey(2)]);
    },
  );
});
