import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { nextAfter } from "../../core/paging";
import { refusal } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { productFilter } from "../admin/admin-queries";
import { refreshProductPrice } from "../admin/refresh-product-price";
import { checkSaved, requireCategory } from "../admin/save-product";
import { productStatuses } from "../choices";
import { changeProductTags, changeSkuPrices, lockProducts, placeProducts } from "../sql/changes";
import { askForSale } from "../want-stock";
import type { BulkProductBody, BulkProductResult } from "./schema";

type Change = Omit<Extract<BulkProductBody, { ids: number[] }>, "ids">;

const names = [
  "status",
  "category_id",
  "add_tags",
  "remove_tags",
  "low_stock_at",
  "stock_display",
  "price_percent",
  "place",
] as const satisfies readonly (keyof Change)[];

/** Most tags of a product, as its own form says. */
const mostTags = 10;

async function changeTags(tx: Tx, ids: readonly number[], { add_tags: add, remove_tags: remove }: Change) {
  if (!add && !remove) return;
  const over = await changeProductTags(tx, ids, { add: add ?? [], remove: remove ?? [], most: mostTags });
  if (over !== null)
    throw new AppError("malformed", refusal("too_many_tags", { title: over, max: mostTags }), {
      field: "add_tags",
    });
}

async function changePrices(tx: Tx, ids: readonly number[], percent: number): Promise<void> {
  await changeSkuPrices(tx, ids, percent);
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

/** One transaction stays short. */
const pieceSize = 500;

/** Changes the products of a filter, a piece at a time; each piece is changed as a whole or not at all. */
async function changeMatching(
  actor: AdminActor,
  client: ClientInfo,
  { match, drawn_at: drawnAt, after, ...change }: Extract<BulkProductBody, { match: object }>,
): Promise<BulkProductResult> {
  const filter = await productFilter(match);
  const rows = await db().product.findMany({
    where: { AND: [filter, { createdAt: { lte: drawnAt } }, { id: { gt: after } }] },
    orderBy: { id: "asc" },
    take: pieceSize,
    select: { id: true },
  });
  if (rows.length === 0) return { changed: 0, former: [], next: null };
  const ids = rows.map(({ id }) => id);
  return { ...(await changeNamed(actor, client, ids, change)), next: nextAfter(rows, pieceSize) };
}

/** The same change for several products: all of them, or none when one cannot take it. */
export async function changeProducts(
  actor: AdminActor,
  client: ClientInfo,
  body: BulkProductBody,
): Promise<BulkProductResult> {
  if ("match" in body) return changeMatching(actor, client, body);
  const { ids, ...change } = body;
  return changeNamed(actor, client, ids, change);
}

async function changeNamed(
  actor: AdminActor,
  client: ClientInfo,
  named: readonly number[],
  change: Change,
): Promise<BulkProductResult> {
  const { status, category_id: categoryId, price_percent: percent, place } = change;
  const { low_stock_at: lowStockAt, stock_display: stockDisplay } = change;
  if (names.every((name) => change[name] === undefined)) {
    throw new AppError("malformed", "required_unless_change", { field: "status" });
  }
  const ids = [...new Set(named)].sort((a, b) => a - b);
  return inTransaction(async (tx) => {
    await lockProducts(tx, ids);
    await requireCategory(tx, categoryId);
    const former = status === undefined ? [] : await formerStatuses(tx, ids);
    const { count } = await tx.product.updateMany({
      where: { id: { in: ids } },
      data: { status, categoryId, lowStockAt, stockDisplay, updatedAt: now() },
    });
    if (count !== ids.length) throw new AppError("malformed", "no_such_product", { field: "ids" });
    await changeTags(tx, ids, change);
    if (percent !== undefined) await changePrices(tx, ids, percent);
    if (place !== undefined) await placeProducts(tx, named, place);
    const begun = former.flatMap((group) => (group.status === "active" ? [] : group.ids));
    if (status === "active" && begun.length > 0) await askForSale(tx, { productId: { in: begun } });
    if (status === "active" || percent !== undefined) for (const id of ids) await checkSaved(tx, id);
    await recordAudit(tx, actor, client, {
      action: "product.change",
      target: `products:${ids.length}`,
      data: { ids, ...change },
    });
    return { changed: count, former, next: null };
  });
}
