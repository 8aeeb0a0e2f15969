import sharp from "sharp";
import { expect, it } from "vitest";
import { answerShare } from "@/app/share/answer-share";
import { randomCode } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { aProduct } from "../../support/builders/products";

const words = { locale: "en", home: "Digital keys", from: (amount: string) => `from ${amount}` } as const;
const picture = (path: string) => answerShare(path.split("/"), words);

/** The colours of a region, so that a picture without its text is not the same. */
async function spread(
  png: Buffer,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<number> {
  const { channels } = await sharp(
    await sharp(png).extract({ left, top, width, height }).png().toBuffer(),
  ).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}

it("draws title, price and picture of a product as a PNG that networks show whole", async () => {
  const { product } = await aProduct({ product: { title: 'Tide & <b>Mill</b> "12"' } });
  const answer = await picture(`products/${product.slug}.png`);
  expect(answer.headers.get("content-type")).toBe("image/png");
  const png = Buffer.from(await answer.arrayBuffer());
  const { width, height, format } = await sharp(png).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "png" });
  expect(png.byteLength).toBeLessThan(300_000);
  expect(await spread(png, 72, 180, 500, 120), "title").toBeGreaterThan(5);
  expect(await spread(png, 72, 480, 300, 90), "price").toBeGreaterThan(5);
  expect(await spread(png, 72, 72, 56, 56), "mark").toBeGreaterThan(5);
});

it("draws a product again when its price changed, and else answers what it has", async () => {
  const { product } = await aProduct({ priceCents: 990n });
  const read = async () => Buffer.from(await (await picture(`products/${product.slug}.png`)).arrayBuffer());
  const first = await read();
  expect((await read()).equals(first)).toBe(true);
  await db().product.update({ where: { id: product.id }, data: { priceCents: 1990n } });
  await db().sku.updateMany({ where: { productId: product.id }, data: { priceCents: 1990n } });
  expect((await read()).equals(first)).toBe(false);
});

it("crops the picture of a product, or shows all of it where that was chosen [C198]", async () => {
  const id = randomCode(26);
  const bytes = Uint8Array.from(
    await sharp({ create: { width: 400, height: 100, channels: 3, background: "#ff00ff" } })
      .webp()
      .toBuffer(),
  );
  await db().media.create({ data: { id, mime: "image/webp", bytes, width: 400, height: 100 } });
  const image = `/media/${id}`;
  const top = async (wholeImages: string[]) => {
    const { product } = await aProduct({ product: { image, wholeImages } });
    const answer = await picture(`products/${product.slug}.png`);
    const place = { left: 900, top: 10, width: 100, height: 50 };
    const part = await sharp(Buffer.from(await answer.arrayBuffer()))
      .extract(place)
      .png()
      .toBuffer();
    const [red = 0, green = 0] = (await sharp(part).stats()).channels.map(({ mean }) => mean);
    return red > 200 && green < 60 ? "picture" : red > 200 && green > 200 ? "paper" : "neither";
  };
  expect([await top([]), await top([image]), await top(["/sample/other.svg"])]).toEqual([
    "picture",
    "paper",
    "picture",
  ]);
});

it("draws a text in letters that this machine may not have", async () => {
  const answer = await answerShare(["home.png"], { ...words, home: "数字卡密，付款即得" });
  expect(answer.status).toBe(200);
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1200);
});

it.each([
  "products/none.png",
  "posts/none.png",
  "categories/none.png",
  "none.png",
  "home.svg",
  "products/a/b.png",
  "home/x.png",
])("answers 404 for %s", async (path) => {
  expect((await picture(path)).status).toBe(404);
});
