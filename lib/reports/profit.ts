import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { addSeconds } from "../core/clock";
import { type CsvCell, csvWriter } from "../core/formats/csv";
import { formatMoney, writeCents } from "../core/money";
import { isOneOf } from "../core/shapes/records";
import { toTime } from "../core/wire";
import { inTransaction } from "../db/transaction";
import { buyerKinds } from "../orders/state";
import { getSettings } from "../settings/queries";
import { readRange } from "./read-range";
import type { ProfitFigures, ProfitReport, ReportQuery } from "./schema";
import {
  type LineFilter,
  type LineRow,
  type ProfitRow,
  readChannelConversion,
  readFreeLines,
  readFunnel,
  readLinesAfter,
  readProfit,
} from "./sql/profit";

const most = 30;
const piece = 1000;

/** A channel's addition to the price is taken for the gateway: it is no profit. */
function toFigures(row: Pick<ProfitRow, "sales" | "refunds" | "fees" | "cost" | "quantity" | "uncosted">) {
  const net = row.sales - row.refunds;
  const profit = net - row.cost;
  return {
    sales: formatMoney(row.sales),
    refunds: formatMoney(row.refunds),
    fees: formatMoney(row.fees),
    cost: formatMoney(row.cost),
    profit: formatMoney(profit),
    margin: net > 0n ? Number((profit * 10_000n) / net) / 10_000 : null,
    quantity: row.quantity,
    uncosted: row.uncosted,
  } satisfies ProfitFigures;
}

const nothing = { sales: 0n, refunds: 0n, fees: 0n, cost: 0n, quantity: 0, uncosted: 0 };

async function readTotals(filter: LineFilter, timeZone: string) {
  const rows = await readProfit(filter, { timeZone, take: 1 });
  return toFigures(rows.find(({ grouping }) => grouping === "all") ?? nothing);
}

/**
 * Revenue as the ledger has it, by option, channel, buyer and day, with what the goods cost. An agent's order counts when it is
 * booked, a refund when it is made. Other currencies are left out.
 */
export async function getProfitReport(query: ReportQuery): Promise<ProfitReport> {
  const { currency, timeZone } = await getSettings();
  const { from, to } = readRange(query, timeZone);
  const filter = { currency, from, to };
  const length = (to.getTime() - from.getTime()) / 1000;
  // Two connections and no more: a long report must leave the others to the buyers.
  const [rows, funnel] = await Promise.all([
    readProfit(filter, { timeZone, take: most }),
    readFunnel(filter),
  ]);
  const [before, conversion] = await Promise.all([
    readTotals({ currency, from: addSeconds(from, -length), to: from }, timeZone),
    readChannelConversion(filter),
  ]);
  const of = (grouping: ProfitRow["grouping"]) => rows.filter((row) => row.grouping === grouping);
  return {
    from: toTime(from),
    to: toTime(to),
    currency,
    time_zone: timeZone,
    totals: toFigures(of("all")[0] ?? nothing),
    before,
    funnel,
    skus: of("sku")
      .filter(({ skuId }) => skuId !== null)
      .map((row) => ({
        product_id: row.productId ?? 0,
        sku_id: row.skuId ?? 0,
        title: row.title ?? "",
        sku_name: row.skuName ?? "",
        ...toFigures(row),
      })),
    channels: of("channel").map((row) => {
      const attempts = conversion.find(({ channelId }) => channelId === row.channelId);
      return {
        channel_id: row.channelId,
        name: row.channel,
        begun: attempts?.begun ?? 0,
        paid: attempts?.paid ?? 0,
        ...toFigures(row),
      };
    }),
    buyers: of("buyer")
      .flatMap(({ buyerKind: kind, ...row }) => (isOneOf(buyerKinds, kind) ? [{ kind, ...row }] : []))
      .map((row) => ({
        kind: row.kind,
        site_id: row.siteId,
        site: row.site,
        ...toFigures(row),
      })),
    days: of("day").map((row) => ({ at: toTime(row.day ?? from), ...toFigures(row) })),
  };
}

/** The same totals alone, for the overview. */
export async function getProfitTotals(query: ReportQuery): Promise<ProfitFigures> {
  const { currency, timeZone } = await getSettings();
  return readTotals({ currency, ...readRange(query, timeZone) }, timeZone);
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
  profit:
    row.kind === "fee" || row.costCents === null
      ? null
      : writeCents(row.amountCents - row.costCents, currency),
  currency,
  buyer: row.buyerKind,
  site: row.site,
  channel: row.channel,
  transfer_no: row.transferNo,
});

async function* readLines(filter: LineFilter, timeZone: string): AsyncGenerator<string> {
  const { heading, line } = csvWriter(columns, timeZone);
  const write = (rows: readonly LineRow[]) =>
    rows
      .map((row) => toLine(row, filter.currency))
      .map((cells) => line((column) => cells[column]))
      .join("");
  yield heading;
  let last = 0;
  for (;;) {
    const rows = await readLinesAfter(filter, last, piece);
    const end = rows.at(-1)?.entryId;
    if (end == null) break;
    yield write(rows);
    last = end;
  }
  yield write(await readFreeLines(filter));
}

/** Every order line of a time as CSV, oldest first. Its amounts sum to the ledger's revenue of that time. */
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
  return readLines({ currency, ...range }, timeZone);
}
