import type { Locale } from "../../core/locale";
import { inLanguage } from "../../core/translations";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { awaitedRequestStatuses } from "../../fulfillment/kinds/dynamic/state";
import { findOpenProblems } from "../buyer/open-problem";
import { readBundle } from "../sold-bundles";
import type { BuyerKind } from "../state";
import { openPurchases } from "./admin-filters";
import type { AdminOrderList } from "./admin-schema";

export const buyerNames = { user: { select: { email: true } }, site: { select: { name: true } } } as const;

interface Buyer {
  buyerKind: BuyerKind;
  email: string | null;
  user: { email: string } | null;
  site: { name: string } | null;
}

export const buyerName = (row: Buyer) => row.site?.name ?? row.user?.email ?? row.email ?? "";

export const rowInclude = {
  ...buyerNames,
  gift: { select: { email: true } },
  items: {
    select: {
      productId: true,
      title: true,
      quantity: true,
      bundle: true,
      purchases: {
        where: { status: { in: openPurchases } },
        select: { connection: { select: { name: true } } },
      },
      requests: { where: { status: { in: awaitedRequestStatuses } }, select: { id: true } },
    },
    orderBy: { position: "asc" },
  },
} satisfies Prisma.OrderInclude;

export type OrderRow = Prisma.OrderGetPayload<{ include: typeof rowInclude }>;

/** Titles of products by their ids, in place of those that the buyer read. */
type Titles = ReadonlyMap<number, string>;
const asOrdered: Titles = new Map();

/** Goods as the buyer ordered them: a bundle by its own name, with its parts behind it. */
function goodsOf(items: OrderRow["items"], titles: Titles): { title: string; quantity: number } {
  const lines = new Map<number | string, { title: string; quantity: number; parts: string[] }>();
  for (const [index, { productId, quantity, bundle, ...item }] of items.entries()) {
    const title = titles.get(productId) ?? item.title;
    const sold = readBundle(bundle);
    if (sold === null) {
      lines.set(`item ${index}`, { title, quantity, parts: [] });
      continue;
    }
    const line = lines.get(sold.line) ?? {
      title: titles.get(sold.product_id) ?? sold.title,
      quantity: sold.quantity,
      parts: [],
    };
    lines.set(sold.line, { ...line, parts: [...line.parts, title] });
  }
  const all = [...lines.values()];
  return {
    title: all
      .map(({ title, parts }) => (parts.length > 0 ? `${title} (${parts.join(", ")})` : title))
      .join(", "),
    quantity: all.reduce((sum, line) => sum + line.quantity, 0),
  };
}

const rowView = (
  row: OrderRow,
  titles: Titles,
  problems: ReadonlySet<string>,
): AdminOrderList["orders"][number] => ({
  order_no: row.orderNo,
  status: row.status,
  fulfillment_status: row.fulfillmentStatus,
  buyer: row.buyerKind,
  buyer_name: buyerName(row),
  gift_email: row.gift?.email ?? null,
  ...goodsOf(row.items, titles),
  amount: toMoney(row.amountCents),
  refunded_amount: toMoney(row.refundedCents),
  currency: row.currency,
  created_at: toTime(row.createdAt),
  paid_at: toTimeOrNull(row.paidAt),
  waits_for_main_site: row.items.some((item) => item.purchases.length > 0),
  waits_for: row.items.flatMap((item) => item.purchases)[0]?.connection.name ?? null,
  has_open_problem: problems.has(row.orderNo),
  waits_for_server: row.items.some((item) => item.requests.length > 0),
});

/** Titles of what was ordered in the reader's language, whatever language its buyer read. */
export async function titlesIn(lang: Locale, rows: readonly OrderRow[]): Promise<Titles> {
  const items = rows.flatMap((row) => row.items);
  const ids = items.flatMap(({ productId, bundle }) => [
    productId,
    readBundle(bundle)?.product_id ?? productId,
  ]);
  const products = await db().product.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, title: true, translations: true },
  });
  return new Map(products.map((product) => [product.id, inLanguage(product, lang).title]));
}

/** Rows of a list, with what stands beside them. */
export async function viewRows(
  rows: readonly OrderRow[],
  titles: Titles = asOrdered,
): Promise<AdminOrderList["orders"]> {
  const problems = await findOpenProblems(rows.map((row) => row.orderNo));
  return rows.map((row) => rowView(row, titles, problems));
}
