import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMainSite } from "@/clients/typescript/src/partner";
import { db } from "@/lib/db/client";
import { interconnectErrors } from "@/lib/http/surfaces";
import { callbackEvents } from "@/lib/interconnect/main/schema";
import { sign } from "@/lib/interconnect/signature";
import { seedSampleShop } from "@/prisma/seed";
import { aSite } from "../../support/builders/sites";
import { mainSite } from "../../support/fakes/main-site";
import { isTurnOf } from "../../support/harness/seed";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

const docsPage = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../../../docs", name), "utf8");
const page = docsPage("interconnect.md");
const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-clients-"));
let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const block = (language: string, source = page) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(source)?.[1] ?? "";

/** Proof that a language is there, with the parts that its client needs. */
const proofs: Record<string, string[]> = {
  go: ["version"],
  php: ["-r", "exit(extension_loaded('curl') ? 0 : 1);"],
};

/** The short run takes every third of the languages that are here. */
const inTurn = <T extends readonly [string, ...unknown[]]>(languages: readonly T[]): T[] =>
  languages.filter(([needed]) => isInstalled(needed)).filter((_, at) => isTurnOf(at, 3));

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, proofs[command] ?? ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: string[], environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: 110_000, env: { ...process.env, ...environment } };
    execFile(command, args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout.trim()),
    );
  });
}

describe("docs/interconnect.md", () => {
  it("shows the vector that our signer agrees with", () => {
    const vector = page.slice(page.indexOf("A vector to check"));
    const value = (name: string) => new RegExp(`^${name} +(.+?)(?: {2,}.*)?$`, "m").exec(vector)?.[1] ?? "";
    const parts = { key: value("key"), timestamp: value("timestamp"), nonce: value("nonce") };
    const body = (text: string) => new TextEncoder().encode(text);
    expect(sign(value("secret"), { ...parts, body: body(value("body")) })).toBe(value("signature"));
    expect(sign(value("secret"), { ...parts, body: body("") })).toBe(value("empty body"));
  });

  it("names every error code and every event", () => {
    for (const code of new Set(Object.values(interconnectErrors).map((error) => error.code))) {
      expect(page).toMatch(new RegExp(`\\| *${code} *\\|`));
    }
    for (const event of callbackEvents) expect(page).toContain(`\`${event}\``);
  });

  const clients = [
    ["curl", "bash", ["bash"], "client.sh"],
    ["python3", "python", ["python3"], "client.py"],
    ["node", "js", ["node"], "client.mjs"],
    ["php", "php", ["php"], "client.php"],
    ["go", "go", ["go", "run"], "client.go"],
  ] as const;

  for (const [needed, language, [command, ...args], file] of inTurn(clients)) {
    it(`its client for ${needed} buys a key of the sample shop, whose first product has two options, and says what is refused`, async () => {
      await seedSampleShop();
      const agent = await aSite();
      writeFileSync(path.join(folder, file), block(language));
      const buy = (secret: string) =>
        run(command, [...args, path.join(folder, file)], {
          BASE_URL: server.url,
          SITE_KEY: agent.key,
          SITE_SECRET: secret,
        });
      const printed = await buy(agent.secret);
      const { orderNo, items } = await db().order.findFirstOrThrow({ include: { items: true } });
      const { fulfillment } = (await mainSite(agent).get(orderNo)).data;
      expect(printed).toBe(fulfillment.payload);
      const options = await db().sku.count({ where: { productId: items[0]?.productId ?? 0 } });
      expect(options).toBeGreaterThan(1);
      await expect(buy("another-secret")).rejects.toThrow(/4003/);
    });
  }
});

describe("clients/typescript", () => {
  it("buys a key of the sample shop as an agent, and is told what is refused [C122]", async () => {
    await seedSampleShop();
    const { key, secret } = await aSite();
    const main = openMainSite({ url: server.url, key, secret });
    const { products } = await main.get("/api/v1/upstream/products", { query: { per_page: 1 } });
    const [product] = products;
    const placed = await main.post("/api/v1/upstream/orders", {
      body: {
        product_id: product?.id ?? 0,
        sku_id: product?.skus[0]?.id ?? 0,
        quantity: 1,
        downstream_order_no: "TS-1",
        metadata: { note: "测试 ☃" },
      },
    });
    const path = { upstream_order_no: placed.upstream_order_no };
    const paid = await main.post("/api/v1/upstream/orders/{upstream_order_no}/paid", {
      path,
      body: { downstream_payment_id: "P-1", paid_amount: placed.amount, paid_at: new Date().toISOString() },
    });
    const read = await main.get("/api/v1/upstream/orders/{upstream_order_no}", { path });
    expect(paid.fulfillment.payload).toMatch(/\S/);
    expect(read.fulfillment).toEqual(paid.fulfillment);
    const other = openMainSite({ url: server.url, key, secret: "another-secret" });
    await expect(other.get("/api/v1/upstream/products")).rejects.toMatchObject({
      code: 4003,
      httpStatus: 403,
    });
  });
});

describe("docs/first-call.md", () => {
  const source = docsPage("first-call.md");
  const programs = [
    ["curl", "bash", ["bash"], "first.sh"],
    ["node", "js", ["node"], "first.mjs"],
    ["python3", "python", ["python3"], "first.py"],
    ["php", "php", ["php"], "first.php"],
    ["go", "go", ["go", "run"], "first.go"],
    ["java", "java", ["java"], "FirstCall.java"],
  ] as const;

  for (const [needed, language, [command, ...args], file] of inTurn(programs)) {
    it(`its program for ${needed} reads the first product of the sample shop, and says what is refused`, async () => {
      await seedSampleShop();
      const agent = await aSite();
      writeFileSync(path.join(folder, file), block(language, source));
      const ask = (secret: string) =>
        run(command, [...args, path.join(folder, file)], {
          BASE_URL: server.url,
          SITE_KEY: agent.key,
          SITE_SECRET: secret,
        });
      const { data } = await mainSite(agent).products();
      expect(await ask(agent.secret)).toContain(data.products[0]?.title);
      expect(await ask("another-secret")).toContain("4003");
    });
  }
});
