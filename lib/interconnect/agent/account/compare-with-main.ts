import type { z } from "zod";
import { addSeconds } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import type { Cents } from "../../../core/money";
import { foreignWords } from "../../../core/refusals/noted";
import { refusal } from "../../../core/refusals/refusal";
import { toMoney } from "../../../core/wire";
import { db } from "../../../db/client";
import { refusalOfLost } from "../lost-answer";
import { callMainSite, getMainSite, type MainSite } from "../main-site-client";
import { foreignAccountOrders } from "../schema";
import type { AccountPeriod, mainComparison } from "./schema";

type TheirOrder = z.output<typeof foreignAccountOrders>["orders"][number];
type Difference = z.infer<typeof mainComparison>["mismatches"][number];

const perPage = 200;
const maxOrders = 2000;
/** Their clock is not ours: what either side made up to an hour outside the period is known, and not missed. */
const marginSeconds = 3600;

/** Every order of the period as the main site has it. @throws AppError `state_conflict` with what the main site said */
async function readTheirOrders(site: MainSite, { from, to }: AccountPeriod): Promise<TheirOrder[]> {
  const orders: TheirOrder[] = [];
  for (let page = 1; page <= maxOrders / perPage; page++) {
    const query = new URLSearchParams({
      from: from.toISOString(),
      to: to.toISOString(),
      page: String(page),
      per_page: String(perPage),
    });
    const answer = await callMainSite(site, {
      method: "GET",
      path: `/api/v1/upstream/account/orders?${query}`,
      answer: foreignAccountOrders,
      isOptional: true,
    });
    if (answer.result === "lost") {
      throw new AppError(
        "state_conflict",
        answer.httpStatus === 404 ? "main_site_without_books" : refusalOfLost(answer),
      );
    }
    if (answer.result === "refused") {
      const isUnknown = answer.code === 4004 || answer.code === 404;
      throw new AppError(
        "state_conflict",
        isUnknown
          ? "main_site_without_books"
          : refusal("main_site_answer", { code: answer.code, reason: foreignWords(answer.message) }),
      );
    }
    const { total } = answer.data;
    if (total > maxOrders)
      throw new AppError("malformed", refusal("books_too_many", { max: maxOrders }), { field: "to" });
    orders.push(...answer.data.orders);
    if (orders.length >= total || answer.data.orders.length === 0) break;
  }
  return orders;
}

interface OwnPurchase {
  downstreamOrderNo: string;
  upstreamOrderNo: string | null;
  amountCents: Cents | null;
  refundedCents: Cents;
  paidAt: Date | null;
}

/** Finds the facts that the main site has otherwise than we do. */
function differenceOf(their: TheirOrder, own: OwnPurchase | undefined): Difference | null {
  const found = {
    upstream_order_no: their.upstream_order_no,
    downstream_order_no: their.downstream_order_no,
  };
  const theirs = toMoney(their.amount);
  if (!own) return { ...found, kind: "unknown_here", ours: null, theirs };
  if (own.paidAt === null) return { ...found, kind: "not_paid", ours: null, theirs };
  if (own.amountCents !== their.amount)
    return {
      ...found,
      kind: "amount",
      ours: own.amountCents === null ? null : toMoney(own.amountCents),
      theirs,
    };
  if (own.refundedCents !== their.refunded_amount)
    return {
      ...found,
      kind: "refunded",
      ours: toMoney(own.refundedCents),
      theirs: toMoney(their.refunded_amount),
    };
  return null;
}

const columns = {
  downstreamOrderNo: true,
  upstreamOrderNo: true,
  amountCents: true,
  refundedCents: true,
  paidAt: true,
} as const;

/**
 * Lays our purchases beside the orders that the main site counts for a period. Nothing of either is changed.
 * @throws AppError `not_found`, `state_conflict` with what the main site said, `malformed` of too many orders
 */
export async function compareWithMain(
  connectionId: number,
  period: AccountPeriod,
): Promise<z.infer<typeof mainComparison>> {
  if ((await db().connection.count({ where: { id: connectionId } })) === 0) throw notFound("connection");
  if (period.to <= period.from) throw new AppError("malformed", "period_empty", { field: "to" });
  const known = await readTheirOrders(await getMainSite(connectionId), {
    from: addSeconds(period.from, -marginSeconds),
    to: addSeconds(period.to, marginSeconds),
  });
  const theirs = known.filter(({ created_at }) => created_at >= period.from && created_at < period.to);
  const named = await db().purchase.findMany({
    where: { connectionId, downstreamOrderNo: { in: known.map((order) => order.downstream_order_no) } },
    select: columns,
  });
  const own = new Map(named.map((row) => [row.downstreamOrderNo, row]));
  const missing = await db().purchase.findMany({
    where: {
      connectionId,
      paidAt: { not: null },
      upstreamOrderNo: { not: null },
      createdAt: { gte: period.from, lt: period.to },
      downstreamOrderNo: { notIn: [...own.keys()] },
    },
    orderBy: { id: "asc" },
    take: maxOrders,
    select: columns,
  });
  const differences = theirs.flatMap(
    (order) => differenceOf(order, own.get(order.downstream_order_no)) ?? [],
  );
  return {
    orders: theirs.length,
    matched: theirs.length - differences.length,
    mismatches: [
      ...differences,
      ...missing.map(
        (row): Difference => ({
          kind: "missing_there",
          upstream_order_no: row.upstreamOrderNo,
          downstream_order_no: row.downstreamOrderNo,
          ours: row.amountCents === null ? null : toMoney(row.amountCents),
          theirs: null,
        }),
      ),
    ],
  };
}
