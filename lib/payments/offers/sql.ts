import type { SqlReader } from "../../db/kysely";

const named = (categoryId: number, parentId: number | null): number[] =>
  parentId === null ? [categoryId] : [categoryId, parentId];

/** What an order holds, line by line, with who ordered it. */
export async function findOrderChoice(reader: SqlReader, order: { orderId: number } | { orderNo: string }) {
  const lines = reader.sql
    .selectFrom("orders")
    .innerJoin("order_items as item", "item.order_id", "orders.id")
    .innerJoin("products as product", "product.id", "item.product_id")
    .innerJoin("categories as category", "category.id", "product.category_id")
    .select([
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
  return rows.map(({ productId, categoryId, parentId, userId, levelId }) => ({
    productId,
    categoryIds: named(categoryId, parentId),
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
