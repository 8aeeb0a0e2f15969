import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { importOffers } from "@/lib/interconnect/agent/import-offers";
import { importPictures } from "@/lib/interconnect/agent/import-pictures";
import { syncConnection } from "@/lib/interconnect/agent/sync-connection";
import { anAgentShop, buy } from "../../support/builders/agent-shop";
import { aClient, anAdmin } from "../../support/builders/products";
import { aConnection } from "../../support/builders/sites";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { overrideConfig } from "../../support/harness/test-config";

const credentials = { key: "agent_key_0001", secret: "the-shared-secret" };
let main: FakeMain;
let connectionId: number;
let pictures: ReturnType<typeof createServer>;
let pictureUrl: string;
let picture: Buffer;

beforeEach(async () => {
  overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
  main = await startFakeMain(credentials);
  connectionId = (await aConnection({ ...credentials, baseUrl: main.url })).id;
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0a0" } })
    .png()
    .toBuffer();
  pictures = createServer((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/a.png" }).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(picture);
  });
  await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
  pictureUrl = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
});
afterEach(async () => {
  pictures.close();
  await main.stop();
});

const offered = (changes: Record<string, unknown> = {}) => ({
  id: 1,
  slug: "game-1",
  title: "Game 1",
  price: "10.00",
  stock: 7,
  auto_secret_kind: "none",
  category: "Keys",
  updated_at: "2026-01-01T00:00:00.000Z",
  summary: "A <b>game</b>",
  description: "<p>Long</p><script>alert(1)</script>",
  images: [
    { url: `${pictureUrl}/a.png`, sha256: sha256Hex(picture) },
    { url: `${pictureUrl}/b.png`, sha256: "0".repeat(64) },
    { url: `${pictureUrl}/moved`, sha256: null },
  ],
  category_path: ["Games", "Keys"],
  buyer_form: [{ key: "account", type: "text", label: "Account", required: true }],
  instructions: "Redeem it",
  min_quantity: 2,
  max_quantity: 5,
  delivery: "manual",
  ...changes,
});

async function imported(product: Record<string, unknown>) {
  main.state.products = [product];
  await syncConnection(connectionId, "button");
  const report = await importOffers(await anAdmin(), aClient(), connectionId, {
    category_id: null,
    upstream_product_ids: [1],
  });
  return db().product.findUniqueOrThrow({
    where: { id: report.imported[0]?.product_id ?? 0 },
    include: { category: { include: { parent: true } } },
  });
}

describe("importing what a main site shows", () => {
  it("copies text, form, limits and category, and removes scripts [C66]", async () => {
    const product = await imported(offered());
    expect(product).toMatchObject({
      status: "draft",
      summary: "A game",
      description: "<p>Long</p>",
      instructions: "Redeem it",
      minQuantity: 2,
      maxQuantity: 5,
      formFields: [expect.objectContaining({ key: "account", required: true })],
      category: { name: "Keys", parent: { name: "Games" } },
    });
  });

  it("copies pictures whose hash is right, follows no redirect, and keeps what is there [C66]", async () => {
    const { id } = await imported(offered());
    await importPictures(id);
    const product = await db().product.findUniqueOrThrow({ where: { id } });
    expect(product.image).toMatch(/^\/media\//);
    expect(product.images).toEqual([]);
    const media = await db().media.findMany();
    expect(media).toMatchObject([{ mime: "image/webp", width: 8, sha256: sha256Hex(media[0]?.bytes ?? "") }]);
    await importPictures(id);
    expect(await db().media.count()).toBe(1);
  });

  it("draws an SVG as a picture, and tells of one that is no plain drawing [C66]", async () => {
    const told = () => db().alert.findMany({ where: { kind: "connection.pictures_skipped" } });
    picture = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4" width="80" height="40"><path d="M0 0h8v4H0z"/></svg>',
    );
    const images = [{ url: `${pictureUrl}/a.svg`, sha256: null }];
    const plain = await imported(offered({ images }));
    await importPictures(plain.id);
    expect(await db().media.findMany()).toMatchObject([{ mime: "image/webp", width: 1600, height: 800 }]);
    expect(await told()).toEqual([]);
    await db().product.deleteMany();
    picture = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>1</script></svg>',
    );
    const running = await imported(offered({ images }));
    await importPictures(running.id);
    expect((await db().product.findUniqueOrThrow({ where: { id: running.id } })).image).toBeNull();
    expect(await told()).toMatchObject([{ message: expect.stringContaining(`Game 1`) }]);
  });

  it("fetches no picture from a private address [C53]", async () => {
    const { id } = await imported(offered());
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    await importPictures(id);
    expect((await db().product.findUniqueOrThrow({ where: { id } })).image).toBeNull();
  });

  it("imports without what is missing or odd, into a category of the product's own word [C66]", async () => {
    const { id, slug, title, price, stock, category } = offered();
    const product = await imported({
      id,
      slug,
      title,
      price,
      stock,
      category,
      images: "x",
      buyer_form: [{ key: 1 }],
    });
    expect(product).toMatchObject({
      title: "Game 1",
      summary: "",
      formFields: [],
      category: { name: "Keys", parent: null },
    });
  });
});

describe("a main site that is short", () => {
  it("lowers our stock at once, and not with the next pull [C62]", async () => {
    await db().connection.deleteMany();
    const shop = await anAgentShop();
    await db().skuStock.update({ where: { skuId: shop.sku.id }, data: { available: 50 } });
    shop.main.state.next.create.push({ code: 4099 });
    expect((await buy(shop.sku, 3)).status).toBe(409);
    expect(await db().skuStock.findUniqueOrThrow({ where: { skuId: shop.sku.id } })).toMatchObject({
      available: 2,
    });
    await shop.main.stop();
  });
});
