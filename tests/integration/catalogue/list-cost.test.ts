import { describe, expect, it } from "vitest";
import { getProduct, listCategories, listProducts, listRelatedProducts } from "@/lib/catalogue/queries";
import { db } from "@/lib/db/client";
import { aProduct } from "../../support/builders/products";

describe("the cost of a list", () => {
  it("does not grow with the keys: the public reads work while their table is away", async () => {
    const { product } = await aProduct({ keys: 3 });
    await db().$executeRaw`ALTER TABLE secrets RENAME TO secrets_away`;
    try {
      const { products } = await listProducts({ page: 1, per_page: 20, sort: "default", search: "product" });
      expect(products).toMatchObject([{ stock: 3 }]);
      expect(await getProduct(product.slug)).toMatchObject({ stock: 3 });
      expect(await listRelatedProducts(product.slug)).toEqual([]);
      expect(await listCategories()).toHaveLength(1);
    } finally {
      await db().$executeRaw`ALTER TABLE secrets_away RENAME TO secrets`;
    }
  });
});
