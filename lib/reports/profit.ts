import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { addSeconds } from "../core/clock";
import { addDays, dayIn, daysBetween, startOfDay } from "../core/days";
import { type CsvCell, csvWriter } from "../core/formats/csv";
import { formatMoney, stepOf, writeCents } from "../core/money";
import { isOneOf, recordOf } from "../core/shapes/records";
import type { Lang } from "../core/translations";
import { toTime } from "../core/wire";
import { inTransaction } from "../db/transaction";
import { buyerKinds } from "../orders/state";
import { getSettings } from "../settings/queries";
import { readRange } from "./read-range";
import {
  type ProfitFigures,
  type ProfitGrouping,
  type ProfitReport,
  profitGroupings,
  type ReportQuery,
} from "./schema";
import {
  type LineRow,
  noSums,
  type ProfitRow,
  readChannelConversion,
  readFreeLines,
  readFunnel,
  readGatewayLinesAfter,
  readLinesAfter,
  readProfit,
  readProfitSums,
  type Sums,
  sumNames,
} from "./sql/profit";
import type { LineFilter } from "./sql/profit-lines";

const most = 30;
const piece = 1000;

function toFigures(sums: Sums) {
  const net = sums.sales - sums.refunds - sums.uncostedSales;
  return {
    sales: formatMoney(sums.sales),
    refunds: formatMoney(sums.refunds),
    fees: formatMoney(sums.fees),
    cost: formatMoney(sums.cost),
    gateway_costs: formatMoney(sums.gateway),
    balance_given: formatMoney(sums.balance),
    gift_cards: formatMoney(sums.giftCards),
    uncosted_sales: formatMoney(sums.uncostedSales),
    profit: formatMoney(sums.profit),
    margin: net > 0n ? Number((sums.profit * 10_000n) / net) / 10_000 : null,
    quantity: Number(sums.quantity),
    uncosted: Number(sums.uncosted),
  } satisfies ProfitFigures;
}

const less = (whole: Sums, parts: readonly Sums[]): Sums =>
  recordOf(sumNames, (name) => parts.reduce((rest, part) => rest - part[name], whole[name]));

/** The rows of one grouping, and in a last row what stands in none of them: they sum to the whole. */
function toGroup(by: ProfitGrouping, rows: readonly ProfitRow[], whole: Pick<ProfitRow, "now" | "before">) {
  const shown = rows.filter(({ grouping, place }) => grouping === by && place <= most);
  const figures = ({ now, before }: Pick<ProfitRow, "now" | "before">) => ({
    ...toFigures(now),
    sales_before: formatMoney(before.sales),
    profit_before: formatMoney(before.profit),
  });
  const rest = {
    now: less(
      whole.now,
      shown.map((row) => row.now),
    ),
    before: less(
      whole.before,
      shown.map((row) => row.before),
    ),
  };
  const hasRest = [rest.now, rest.before].some((sums) => Object.values(sums).some((value) => value !== 0n));
  const none = { id: null, product_id: null, name: null, detail: null, buyer: null };
  return {
    by,
    rows: [
      ...shown.map((row) => ({
        kind: row.id === null && row.buyerKind === null ? ("none" as const) : ("one" as const),
        id: row.id,
        product_id: row.productId,
        name: row.name,
        detail: row.detail,
        buyer: isOneOf(buyerKinds, row.buyerKind) ? row.buyerKind : null,
        ...figures(row),
      })),
      ...(hasRest ? [{ kind: "rest" as const, ...none, ...figures(rest) }] : []),
    ],
  };
}

/** Every day of the range, also one without a line, with the day at the same place of the range before. */
function toDays(rows: readonly ProfitRow[], { to, turn }: { to: Date; turn: Date }, timeZone: string) {
  const dayOf = (at: Date) => dayIn(at, timeZone);
  const byDay = new Map(rows.flatMap((row) => (row.day ? [[dayOf(row.day), row] as const] : [])));
  const first = dayOf(turn);
  const length = daysBetween(first, dayOf(new Date(to.getTime() - 1))) + 1;
  return Array.from({ length }, (_, index) => {
    const day = addDays(first, index);
    return {
      at: toTime(startOfDay(day, timeZone)),
      ...toFigures(byDay.get(day)?.now ?? noSums),
      profit_before: formatMoney(byDay.get(addDays(day, -length))?.before.profit ?? 0n),
    };
  });
}

const nothing = { now: noSums, before: noSums };

/**
 * Revenue as the ledger has it, with what the goods and the gateways cost and what was given away, beside the same length of time
 * right before. An agent's order counts when it is booked, a refund when it is made. Other currencies are left out. What was sold
 * without a cost is in no profit.
 */
export async function getProfitReport(query: ReportQuery, lang?: Lang): Promise<ProfitReport> {
  const { currency, timeZone } = await getSettings();
  const { from, to } = readRange(query, timeZone);
  const length = (to.getTime() - from.getTime()) / 1000;
  const filter = { currency, from, to, step: stepOf(currency) };
  const both = { ...filter, from: addSeconds(from, -length), turn: from };
  // Two connections and no more: a long report must leave the others to the buyers.
  const [rows, funnel] = await Promise.all([
    readProfit(both, { timeZone, take: most, lang }),
    readFunnel(filter),
  ]);
  const conversion = await readChannelConversion(filter);
  const whole = rows.find(({ grouping }) => grouping === "all") ?? nothing;
  return {
    from: toTime(from),
    to: toTime(to),
    currency,
    time_zone: timeZone,
    totals: toFigures(whole.now),
    before: toFigures(whole.before),
    funnel,
    groups: profitGroupings.map((by) => toGroup(by, rows, whole)),
    uncosted: rows
      .filter(({ grouping, now }) => grouping === "sku" && (now.uncosted > 0n || now.uncostedSales !== 0n))
      .sort((one, other) => one.uncostedPlace - other.uncostedPlace)
      .slice(0, most)
      .map((row) => ({
        product_id: row.productId ?? 0,
        sku_id: row.id ?? 0,
        title: row.name ?? "",
        sku_name: row.detail ?? "",
        quantity: Number(row.now.uncosted),
        sales: formatMoney(row.now.uncostedSales),
      })),
    conversion: conversion.map(({ channelId, begun, paid }) => ({ channel_id: channelId, begun, paid })),
    days: toDays(rows, both, timeZone),
  };
}

/** The same totals alone, for the overview. */
export async function getProfitTotals(query: ReportQuery): Promise<ProfitFigures> {
  const { currency, timeZone } = await getSettings();
  const { from, to } = readRange(query, timeZone);
  return toFigures(await readProfitSums({ currency, from, to, step: stepOf(currency) }));
}

const columns = {
  time: "time",
  kind: "text",
  order_no: "text",
  product: "text",
  option: "text",
  quantity: "number",
  amount: "number",
  cost: "number",
  profit: "number",
  currency: "text",
  buyer: "text",
  site: "text",
  channel: "text",
  coupon: "text",
  transfer_no: "text",
} as const;

const toLine = (row: LineRow, currency: string): Record<keyof typeof columns, CsvCell> => ({
  time: toTime(row.at),
  kind: row.kind,
  order_no: row.orderNo,
  product: row.title,
  option: row.skuName,
  quantity: row.quantity,
  amount: writeCents(row.amountCents, currency),
  cost: row.costCents === null ? null : writeCents(row.costCents, currency),
  profit: row.costCents === null ? null : writeCents(row.amountCents - row.costCents, currency),
  currency,
  buyer: row.buyerKind,
  site: row.site,
  channel: row.channel,
  coupon: row.coupon,
  transfer_no: row.transferNo,
});

async function* readLines(filter: LineFilter, timeZone: string): AsyncGenerator<string> {
  const { heading, line } = csvWriter(columns, timeZone);
  const write = (rows: readonly LineRow[]) =>
    rows
      .map((row) => toLine(row, filter.currency))
      .map((cells) => line((column) => cells[column]))
      .join("");
  async function* pieces(readAfter: typeof readLinesAfter) {
    let last = 0n;
    for (;;) {
      const rows = await readAfter(filter, last, piece);
      const end = rows.at(-1)?.entryId;
      if (end == null) return;
      yield write(rows);
      last = BigInt(end);
    }
  }
  yield heading;
  yield* pieces(readLinesAfter);
  yield write(await readFreeLines(filter));
  yield* pieces(readGatewayLinesAfter);
}

/**
 * Every line of the profit of a time as CSV. Its amounts of sales, refunds and fees sum to the ledger's revenue of that time, and its
 * profits to the report's.
 */
export async function exportOrderLines(
  actor: AdminActor,
  client: ClientInfo,
  query: ReportQuery,
): Promise<AsyncGenerator<string>> {
  const { currency, timeZone } = await getSettings();
  const range = readRange(query, timeZone);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "report.export",
      target: "order_lines",
      data: { from: toTime(range.from), to: toTime(range.to) },
    }),
  );
  return readLines({ currency, step: stepOf(currency), ...range }, timeZone);
}
