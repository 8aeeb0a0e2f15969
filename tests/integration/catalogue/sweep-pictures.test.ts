import { expect, it } from "vitest";
import { unusedDays } from "@/lib/content/bounds";
import { sweepPictures } from "@/lib/content/pictures/sweep-pictures";
import { testClock } from "@/lib/core/clock";
import { randomCode } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { aCategory, aProduct } from "../../support/builders/products";

const day = 86_400;

async function aPicture(): Promise<{ id: string; address: string }> {
  const id = randomCode(26);
  await db().media.create({
    data: { id, mime: "image/webp", bytes: new Uint8Array([1]), width: 1, height: 1 },
  });
  return { id, address: `/media/${id}` };
}
const isThere = async (id: string) => (await db().media.count({ where: { id } })) === 1;

/** The job's turns at the beginning and at the end of that time. */
async function sweepFor(days: number): Promise<void> {
  await sweepPictures();
  testClock.advance(days * day);
  await sweepPictures();
}

const html = (address: string) => `<p>Look:</p><img src="${address}" alt="">`;

/** Places where an operator can put a picture. */
const places: [string, (address: string) => Promise<unknown>][] = [
  ["the picture of a product", (image) => aProduct({ product: { image } })],
  [
    "a further picture of a product",
    (address) => aProduct({ product: { images: ["/sample/a.svg", address] } }),
  ],
  ["the description of a product", (address) => aProduct({ product: { description: html(address) } })],
  [
    "the description in another language",
    (address) => aProduct({ product: { translations: { zh: { description: html(address) } } } }),
  ],
  ["a category", (icon) => aCategory({ icon })],
  [
    "the cover of a post",
    (cover) => db().post.create({ data: { slug: "a", type: "blog", title: "A", cover } }),
  ],
  [
    "the text of a post",
    (address) => db().post.create({ data: { slug: "a", type: "blog", title: "A", content: html(address) } }),
  ],
  [
    "a page of the operator's own",
    (address) => db().page.create({ data: { slug: "a", title: "A", content: html(address) } }),
  ],
  ["a banner", (image) => db().banner.create({ data: { title: "A", image } })],
  [
    "a banner for phones",
    (mobileImage) => db().banner.create({ data: { title: "A", image: "/sample/a.svg", mobileImage } }),
  ],
  ["a setting", (value) => db().setting.create({ data: { key: "logo", value } })],
  [
    "the look",
    (picture) => db().setting.create({ data: { key: "hero", value: { kind: "picture", picture } } }),
  ],
  ["a member level", (icon) => db().memberLevel.create({ data: { slug: "a", name: "A", icon } })],
  [
    "terms that were replaced",
    (address) =>
      db().termsVersion.create({
        data: { version: "a", texts: { default: html(address) }, replacedAt: new Date() },
      }),
  ],
];

it.for(places)("keeps the picture of %s however old it is [C197]", async ([, put]) => {
  const { id, address } = await aPicture();
  await put(address);
  await sweepFor(unusedDays + 2);
  expect(await isThere(id)).toBe(true);
});

it("deletes a picture that nothing has named for thirty days, and not a day before [C197]", async () => {
  const { id, address } = await aPicture();
  const { product } = await aProduct({ product: { image: address } });
  await sweepFor(unusedDays + 2);
  const other = await aPicture();
  await db().product.update({ where: { id: product.id }, data: { image: other.address } });
  await sweepFor(unusedDays - 0.01);
  expect([await isThere(id), await isThere(other.id)]).toEqual([true, true]);
  await sweepFor(0.02);
  expect([await isThere(id), await isThere(other.id)]).toEqual([false, true]);
});

it("begins to count anew when a picture is used again [C197]", async () => {
  const { id, address } = await aPicture();
  await sweepFor(unusedDays - 1);
  const { product } = await aProduct({ product: { image: address } });
  await sweepFor(2);
  await db().product.update({ where: { id: product.id }, data: { image: null } });
  await sweepFor(unusedDays - 1);
  expect(await isThere(id)).toBe(true);
  await sweepFor(2);
  expect(await isThere(id)).toBe(false);
});
