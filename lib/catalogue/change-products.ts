import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { inTransaction, type Tx } from "../db/transaction";
import { type BulkProductBody, type BulkProductResult, productStatuses } from "./admin/schema";
import { placeProducts } from "./place-products";
import { refreshProductPrice } from "./refresh-product-price";
import { checkSaved, requireCategory } from "./save-product";

type Change = Omit<BulkProductBody, "ids">;

const names = [
  "status",
  "category_id",
  "add_tags",
  "remove_tags",
  "low_stock_at",
  "price_percent",
  "place",
] as const satisfies readonly (keyof Change)[];

/** What a product may have at most, as its own form says. */
const mostTags = 10;

async function changeTags(tx: Tx, ids: readonly number[], { add_tags: add, remove_tags: remove }: Change) {
  if (!add && !remove) return;
  // Those that stay keep their places, the new ones follow in theirs.
  await tx.$executeRaw`
    UPDATE products p SET tags = ARRAY(
      SELECT tag FROM (
        SELECT DISTINCT ON (tag) tag, place FROM (
          SELECT tag, n AS place FROM unnest(p.tags) WITH ORDINALITY AS old (tag, n) WHERE tag <> ALL (${remove ?? []}::text[])
          UNION ALL
          SELECT tag, 1000 + n FROM unnest(${add ?? []}::text[]) WITH ORDINALITY AS new (tag, n)
        ) every_tag ORDER BY tag, place
      ) distinct_tag ORDER BY place)
    WHERE p.id = ANY (${[...ids]}::int[])`;
  const [over] = await tx.$queryRaw<{ title: string }[]>`
    SELECT title FROM products WHERE id = ANY (${[...ids]}::int[]) AND cardinality(tags) > ${mostTags} LIMIT 1`;
  if (over)
    throw new AppError("malformed", refusal("too_many_tags", { title: over.title, max: mostTags }), {
      field: "add_tags",
    });
}

/** In whole cents, half a cent up, and never below one cent. A compare-at price that is no longer above the price goes. */
async function changePrices(tx: Tx, ids: readonly number[], percent: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE skus s SET price_cents = fresh.price_cents, updated_at = ${now()},
      original_price_cents = CASE WHEN s.original_price_cents > fresh.price_cents THEN s.original_price_cents END
    FROM (
      SELECT id, greatest(1, (price_cents * ${100 + percent}::bigint + 50) / 100) AS price_cents FROM skus
      WHERE product_id = ANY (${[...ids]}::int[])
        AND NOT EXISTS (SELECT 1 FROM sku_mappings m WHERE m.sku_id = skus.id AND m.is_price_auto)
    ) fresh
    WHERE s.id = fresh.id`;
  await refreshProductPrice(tx, ids);
}

async function formerStatuses(tx: Tx, ids: readonly number[]): Promise<BulkProductResult["former"]> {
  const rows = await tx.product.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, status: true },
  });
  return productStatuses.flatMap((status) => {
    const group = rows.filter((row) => row.status === status).map(({ id }) => id);
    return group.length > 0 ? [{ ids: group, status }] : [];
  });
}

/** The same change for several products: all of them, or none when one cannot take it. */
export async function changeProducts(
  actor: AdminActor,
  client: ClientInfo,
  { ids: named, ...change }: BulkProductBody,
): Promise<BulkProductResult> {
  const { status, category_id: categoryId, low_stock_at: lowStockAt, price_percent: percent, place } = change;
  if (names.every((name) => change[name] === undefined)) {
    throw new AppError("malformed", "required_unless_change", { field: "status" });
  }
  const ids = [...new Set(named)].sort((a, b) => a - b);
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM products WHERE id = ANY (${ids}::int[]) ORDER BY id FOR UPDATE`;
    await requireCategory(tx, categoryId);
    const former = status === undefined ? [] : await formerStatuses(tx, ids);
    const { count } = await tx.product.updateMany({
      where: { id: { in: ids } },
      data: { status, categoryId, lowStockAt, updatedAt: now() },
    });
    if (count !== ids.length) throw new AppError("malformed", "no_such_product", { field: "ids" });
    await changeTags(tx, ids, change);
    if (percent !== undefined) await changePrices(tx, ids, percent);
    if (place !== undefined) await placeProducts(tx, named, place);
    if (status === "active" || percent !== undefined) for (const id of ids) await checkSaved(tx, id);
    await recordAudit(tx, actor, client, {
      action: "product.change",
      target: `products:${ids.length}`,
      data: { ids, ...change },
    });
    return { changed: count, former };
  });
}
