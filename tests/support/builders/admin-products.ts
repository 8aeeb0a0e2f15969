import { beforeEach } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { staffOfTest } from "../harness/admin-suite";
import { aCategory } from "./products";

type Changes = Record<string, unknown>;

/** Staff at work on products: a believable body and the calls around it. */
export function productsOfTest() {
  const admin = staffOfTest();
  let categoryId = 0;
  beforeEach(async () => {
    categoryId = (await aCategory()).id;
  });
  const body = (changes: Changes = {}) => ({
    category_id: categoryId,
    slug: "a-game",
    title: "A game",
    auto_secret_kind: "card_key",
    status: "active",
    skus: [
      { code: "STD", name: "Standard", price: "9.90", cost_price: "5.00", spec: { Edition: "Standard" } },
      { code: "DLX", name: "Deluxe", price: "7.5", original_price: "19.90" },
    ],
    ...changes,
  });
  const params = (id: number) => ({ id: String(id) });
  return {
    admin,
    body,
    categoryId: () => categoryId,
    create: (changes: Changes = {}) =>
      admin.call<{ id: number }>(adminProducts.createProduct, "POST", { body: body(changes) }),
    patch: (id: number, changes: Changes) =>
      admin.call<{ id: number }>(adminProducts.updateProduct, "PATCH", { params: params(id), body: changes }),
    read: async (id: number) =>
      (await admin.call<AdminProduct>(adminProducts.getAdminProduct, "GET", { params: params(id) })).data,
    remove: (id: number) => admin.call(adminProducts.deleteProduct, "DELETE", { params: params(id) }),
    patchSku: (id: number, changes: Changes) =>
      admin.call(adminSkus.updateSku, "PATCH", { params: params(id), body: changes }),
  };
}
