import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

const named = (categoryId: number, parentId: number | null): number[] =>
  parentId === null ? [categoryId] : [categoryId, parentId];

/** Finds the content of an order, line by line, with its buyer. */
export async function findOrderChoice(reader: SqlReader, order: { orderId: number } | { orderNo: string }) {
  const lines = reader.sql
    .selectFrom("orders")
    .innerJoin("order_items as item", "item.order_id", "orders.id")
    // A bundle counts by its own product, as when it was ordered. Nothing of the order may go missing with a product.
    .leftJoin("products as product", (join) =>
      join.on(
        sql<boolean>`${sql.ref("product.id")} = coalesce((${sql.ref("item.bundle")} ->> 'product_id')::int, ${sql.ref("item.product_id")})`,
      ),
    )
    .leftJoin("categories as category", "category.id", "product.category_id")
    .select([
      "item.product_id as itemProductId",
      "product.id as productId",
      "category.id as categoryId",
      "category.parent_id as parentId",
      "orders.user_id as userId",
      "orders.member_level_id as levelId",
    ]);
  const rows = await ("orderId" in order
    ? lines.where("orders.id", "=", order.orderId)
    : lines.where("orders.order_no", "=", order.orderNo)
  ).execute();
  return rows.map(({ itemProductId, productId, categoryId, parentId, userId, levelId }) => ({
    productId: productId ?? itemProductId,
    categoryIds: categoryId === null ? null : named(categoryId, parentId),
    isGuest: userId === null,
    levelId,
  }));
}

export async function findProductCategories(reader: SqlReader, productId: number): Promise<number[]> {
  const row = await reader.sql
    .selectFrom("products as product")
    .innerJoin("categories as category", "category.id", "product.category_id")
    .select(["category.id", "category.parent_id as parentId"])
    .where("product.id", "=", productId)
    .executeTakeFirst();
  return row ? named(row.id, row.parentId) : [];
}
