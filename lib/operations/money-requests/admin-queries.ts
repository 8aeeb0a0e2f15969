import { z } from "zod";
import { now } from "../../core/clock";
import { pageSlice } from "../../core/paging";
import { memberOf } from "../../core/shapes/records";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { createdBetween } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";
import { settlementSources } from "../../interconnect/main/statements/schema";
import { refundKeys, refundMethods } from "../../orders/staff/admin-schema";
import { directions } from "../../wallet/schema";
import type { MoneyRequestQuery, MoneyRequestView } from "./money-request-schema";

function whereOf(status: MoneyRequestQuery["status"]): Prisma.MoneyRequestWhereInput {
  if (status === undefined) return {};
  if (status === "pending") return { status, expiresAt: { gt: now() } };
  if (status === "expired") return { OR: [{ status }, { status: "pending", expiresAt: { lte: now() } }] };
  return { status };
}

const person = { select: { id: true, name: true } } as const;
const include = { requestedBy: person, decidedBy: person } as const;
type Row = Prisma.MoneyRequestGetPayload<{ include: typeof include }>;

function textOf(body: Prisma.JsonValue, name: string): string | null {
  const value = memberOf(body, name);
  return typeof value === "string" ? value : null;
}

/** The one text that its body carries for a reader. */
function remarkOf(body: Prisma.JsonValue): string | null {
  const remarks = ["remark", "reason", "note", "name"].map((name) => textOf(body, name));
  return remarks.find((text) => text !== null) ?? null;
}

/** The members of a body that say how the money moves; an act has some of them. */
const way = z.object({
  direction: z.enum(directions).nullable().default(null),
  method: z.enum(refundMethods).nullable().default(null),
  paid_back: z.boolean().default(false),
  statement_id: z.int().nullable().default(null),
  from: z.enum(settlementSources).nullable().default(null),
  quantity: z.int().nullable().default(null),
  expires_at: z.coerce.date().nullable().default(null),
});

function wayOf(body: Prisma.JsonValue) {
  const { from, expires_at, ...rest } = way.parse(body);
  return { ...rest, settled_from: from, valid_until: toTimeOrNull(expires_at) };
}

const itemRefund = z.object({ order_no: z.string(), item: z.int() });
const keysIn = z.object({ keys: refundKeys });

/** Item that a refund is for; nothing for any other act. */
const itemRefundOf = ({ kind, body }: Pick<Row, "kind" | "body">) =>
  kind === "order.refund" ? (itemRefund.safeParse(body).data ?? null) : null;

type RefundedItem = NonNullable<MoneyRequestView["item"]>;
const itemKey = (orderNo: string, position: number) => `${orderNo}.${position}`;

/** The items that refunds of single items are for, in one statement. */
async function findRefundedItems(rows: readonly Row[]): Promise<Map<string, RefundedItem>> {
  const wanted = rows.map(itemRefundOf).filter((refund) => refund !== null);
  if (wanted.length === 0) return new Map();
  const items = await db().orderItem.findMany({
    where: { OR: wanted.map(({ order_no, item }) => ({ position: item, order: { orderNo: order_no } })) },
    select: { position: true, title: true, skuName: true, order: { select: { orderNo: true } } },
  });
  return new Map(
    items.map(({ position, title, skuName, order }) => [
      itemKey(order.orderNo, position),
      { position, title, sku_name: skuName },
    ]),
  );
}

/** An item is withdrawn if nothing was said; of a whole order it is said here what was. */
function keysOf(row: Row): MoneyRequestView["keys"] {
  if (row.kind !== "order.refund") return null;
  return keysIn.safeParse(row.body).data?.keys ?? (itemRefundOf(row) ? "withdraw" : null);
}

function itemOf(row: Row, items: ReadonlyMap<string, RefundedItem>): MoneyRequestView["item"] {
  const refund = itemRefundOf(row);
  return refund && (items.get(itemKey(refund.order_no, refund.item)) ?? null);
}

const toView = (row: Row, items: ReadonlyMap<string, RefundedItem>): MoneyRequestView => ({
  id: row.id,
  kind: row.kind,
  amount: toMoney(row.amountCents),
  currency: row.currency,
  reference: row.reference,
  remark: remarkOf(row.body),
  payment_reference: textOf(row.body, "reference"),
  proof_id: textOf(row.body, "proof_id"),
  item: itemOf(row, items),
  keys: keysOf(row),
  ...wayOf(row.body),
  status: row.status === "pending" && row.expiresAt <= now() ? "expired" : row.status,
  requested_by: row.requestedBy,
  decided_by: row.decidedBy,
  decision_note: row.decisionNote,
  created_at: toTime(row.createdAt),
  expires_at: toTime(row.expiresAt),
  decided_at: toTimeOrNull(row.decidedAt),
});

const requestFilter = (query: MoneyRequestQuery) => ({ ...whereOf(query.status), ...createdBetween(query) });

/** Reads the same list on, by ascending id. */
export const moneyRequestReader = (query: MoneyRequestQuery) => async (after: number, take: number) => {
  const where = { AND: [requestFilter(query), { id: { gt: after } }] };
  const rows = await db().moneyRequest.findMany({ where, include, orderBy: { id: "asc" }, take });
  const items = await findRefundedItems(rows);
  return rows.map((row) => toView(row, items));
};

/** Lists requests that wait for a second person, and decided ones with their result, newest first. */
export async function listMoneyRequests(query: MoneyRequestQuery) {
  const where = requestFilter(query);
  const [rows, total] = await Promise.all([
    db().moneyRequest.findMany({ where, include, orderBy: { id: "desc" }, ...pageSlice(query) }),
    db().moneyRequest.count({ where }),
  ]);
  const items = await findRefundedItems(rows);
  return {
    requests: rows.map((row) => toView(row, items)),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}
