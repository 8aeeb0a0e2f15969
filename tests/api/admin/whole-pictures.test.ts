import { expect, it } from "vitest";
import { listOfferedSkus } from "@/lib/catalogue/offered-skus";
import { getProduct, listProducts } from "@/lib/catalogue/queries";
import { findSoldProducts } from "@/lib/catalogue/sold-goods";
import { productsOfTest } from "../../support/builders/admin-products";
import { expectRefusal } from "../../support/harness/public-suite";

const { create, patch, read } = productsOfTest();

const image = "/media/A";
const images = [image, "/media/B"];

it("a product says which of its pictures are shown whole, wherever shoppers see them [C198]", async () => {
  const { data } = await create({ image, images, whole_images: ["/media/B"], status: "active" });
  const seen = async () => {
    const saved = await read(data.id);
    const product = await getProduct(saved.slug);
    const { products } = await listProducts({ page: 1, per_page: 10, sort: "default" });
    const { skus } = await listOfferedSkus({ sku_ids: [product.skus[0]?.id ?? 0] });
    const ofOrder = await findSoldProducts([{ product_id: data.id, sku_id: 0 }]);
    return [saved, product, products[0], skus[0]?.product, ofOrder[data.id]].map((one) => one?.whole_images);
  };
  // An order shows the first picture alone.
  expect(await seen()).toEqual([["/media/B"], ["/media/B"], ["/media/B"], ["/media/B"], []]);
  await patch(data.id, { whole_images: [image] });
  expect(await seen()).toEqual(Array(5).fill([image]));
  await patch(data.id, { title: "Another" });
  expect(await seen()).toEqual(Array(5).fill([image]));
  // A picture that the product has lost is shown in no way.
  await patch(data.id, { image: "/media/B", images: ["/media/B"] });
  expect(await seen()).toEqual(Array(5).fill([]));
});

it("refuses an address that is none", async () => {
  expectRefusal(await create({ whole_images: ["javascript:alert(1)"] }), 400, /^whole_images\.0: /);
});
