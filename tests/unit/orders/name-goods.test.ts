import { expect, it } from "vitest";
import type { SoldProducts } from "@/lib/catalogue/schema";
import { nameGoods } from "@/lib/orders/name-goods";
import type { OrderDetail } from "@/lib/orders/schema";

const product = (title: string, options: Record<number, string>): SoldProducts[number] => ({
  slug: "a",
  title,
  image: null,
  whole_images: [],
  auto_secret_kind: "card_key",
  category: { slug: "games" },
  options: Object.fromEntries(
    Object.entries(options).map(([id, name]) => [id, { code: "A", name, is_on_sale: true }]),
  ),
});

const order = (...items: object[]) => ({ items }) as unknown as Pick<OrderDetail, "items">;

it("names goods and options as they are called now, a bundle as well as its parts", () => {
  const bundle = { line: 1, product_id: 2, sku_id: 20, title: "Both", sku_name: "Small", quantity: 1 };
  const ordered = order({ id: 1, product_id: 1, sku_id: 10, title: "Glide", sku_name: "Year", bundle });
  const goods = { 1: product("纸翼", { 10: "一年" }), 2: product("两件套", { 20: "小" }) };
  expect(nameGoods(ordered, goods).items).toEqual([
    {
      ...ordered.items[0],
      title: "纸翼",
      sku_name: "一年",
      bundle: { ...bundle, title: "两件套", sku_name: "小" },
    },
  ]);
});

it("leaves the name of what is gone, and of a product's only option, as it was ordered", () => {
  const gone = { id: 1, product_id: 1, sku_id: 10, title: "Glide", sku_name: "Year" };
  const withoutOption = { ...gone, id: 2, product_id: 2 };
  const only = { ...gone, id: 3, product_id: 2, sku_id: 20, sku_name: null };
  const goods = { 2: product("两件套", { 20: "小" }) };
  expect(nameGoods(order(gone, withoutOption, only), goods).items).toEqual([
    gone,
    { ...withoutOption, title: "两件套" },
    { ...only, title: "两件套" },
  ]);
});
