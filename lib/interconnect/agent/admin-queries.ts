import type { z } from "zod";
import { getConfig } from "../../config/config";
import { addSeconds, now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { type Cents, maxCents, shopStep } from "../../core/money";
import { type PageQuery, pageSlice } from "../../core/paging";
import { readNoted } from "../../core/refusals/noted";
import { toldOf, toldOrNull } from "../../core/refusals/told";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { likeLiteral } from "../../db/filters";
import type { Prisma, SyncRun } from "../../db/generated/client";
import type { Reader } from "../../db/transaction";
import { storedAccount } from "./account/main-account";
import type { ConnectionView, offerList, syncRunList } from "./admin/schema";
import { ruleOf } from "./mirror-skus";
import { localPrice, type PriceRule } from "./price-rule";
import { repeatRules } from "./purchases/choices";
import { activeStatuses } from "./purchases/state";
import { storedSkipped } from "./skipped-products";
import { findLastRunIds } from "./sql/connections";
import { syncLeaseSeconds } from "./sync-connection";

const connectionInclude = {
  _count: {
    select: {
      upstreamSkus: { where: { isActive: true } },
      mappings: true,
      purchases: { where: { status: { in: [...activeStatuses] } } },
    },
  },
} satisfies Prisma.ConnectionInclude;

type ConnectionRow = Omit<
  Prisma.ConnectionGetPayload<{ include: typeof connectionInclude }>,
  "secretSealed" | "previousSecretSealed" | "pairingSecretSealed"
>;

const runView = (run: SyncRun) => ({
  id: run.id,
  trigger: run.trigger,
  is_full: run.isFull,
  pages: run.pages,
  total: run.total,
  seen: run.seen,
  changed: run.changed,
  ...toldOrNull("error", run.error),
  started_at: toTime(run.startedAt),
  finished_at: toTimeOrNull(run.finishedAt),
});

/** The last pull of each connection. */
async function findLastRuns(
  reader: Reader,
  connectionIds: readonly number[],
): Promise<ReadonlyMap<number, SyncRun>> {
  const ids = await findLastRunIds(reader, connectionIds);
  const runs = await reader.syncRun.findMany({ where: { id: { in: ids } } });
  return new Map(runs.map((run) => [run.connectionId, run]));
}

/** A finer multiple than the shop's currency has rounds to its smallest amount. */
function stepOfRule(roundToCents: Cents): Cents {
  const step = shopStep();
  if (roundToCents < step) return step;
  return roundToCents;
}

function connectionView(row: ConnectionRow, run: SyncRun | undefined): ConnectionView {
  return {
    id: row.id,
    name: row.name,
    base_url: row.baseUrl,
    api_key: row.apiKey,
    callback_url: `${getConfig().server.baseUrl}/api/v1/interconnect/callback`,
    status: row.status,
    rate: row.rate.toString(),
    markup_bps: row.markupBps,
    fixed: toMoney(row.fixedCents),
    round_to: toMoney(stepOfRule(row.roundToCents)),
    sync_minutes: row.syncMinutes,
    shares_buyer_email: row.sharesBuyerEmail,
    health: row.failingSince ? "failing" : row.lastGoodAt ? "good" : "unknown",
    failing_since: toTimeOrNull(row.failingSince),
    last_good_at: toTimeOrNull(row.lastGoodAt),
    ...toldOrNull("last_problem", row.lastProblem),
    currency: row.currency,
    needs_rate: row.needsRate,
    account: storedAccount(row.account),
    account_read_at: toTimeOrNull(row.accountReadAt),
    ...toldOrNull("callback_problem", row.callbackProblem),
    is_syncing: row.syncStartedAt !== null && row.syncStartedAt > addSeconds(now(), -syncLeaseSeconds),
    last_sync_at: toTimeOrNull(row.lastSyncAt),
    ...toldOrNull("last_sync_error", row.lastSyncError),
    skipped_products: storedSkipped(row.skippedProducts).map((skipped) => ({
      ...skipped,
      ...toldOf("problem", readNoted(skipped.problem)),
    })),
    last_run: run ? runView(run) : null,
    offered_skus: row._count.upstreamSkus,
    mapped_skus: row._count.mappings,
    open_purchases: row._count.purchases,
    created_at: toTime(row.createdAt),
  };
}

export async function listConnections(): Promise<{ connections: ConnectionView[] }> {
  const rows = await db().connection.findMany({
    include: connectionInclude,
    orderBy: { id: "asc" },
    take: 200,
  });
  const runs = await findLastRuns(
    db(),
    rows.map(({ id }) => id),
  );
  return { connections: rows.map((row) => connectionView(row, runs.get(row.id))) };
}

export async function getConnection(connectionId: number, reader: Reader = db()): Promise<ConnectionView> {
  const row = await reader.connection.findUnique({ where: { id: connectionId }, include: connectionInclude });
  if (!row) throw notFound("connection");
  return connectionView(row, (await findLastRuns(reader, [connectionId])).get(connectionId));
}

/** The last pulls, the running one first. */
/** @throws AppError `not_found` */
export async function listSyncRuns(connectionId: number): Promise<z.infer<typeof syncRunList>> {
  if ((await db().connection.count({ where: { id: connectionId } })) === 0) throw notFound("connection");
  const runs = await db().syncRun.findMany({ where: { connectionId }, orderBy: { id: "desc" }, take: 20 });
  return { runs: runs.map(runView) };
}

function suggestedPrice(costCents: bigint, rule: PriceRule): string | null {
  const price = localPrice(costCents, rule);
  return price > maxCents ? null : toMoney(price);
}

interface OfferFilter extends PageQuery {
  search?: string | undefined;
  mapped?: "true" | "false" | undefined;
  active?: "true" | "false" | undefined;
}

/** Lists the offers of the main site, with our use of each. */
export async function listOffers(
  connectionId: number,
  { search, mapped, active, ...page }: OfferFilter,
): Promise<z.infer<typeof offerList>> {
  const connection = await db().connection.findUnique({ where: { id: connectionId } });
  if (!connection) throw notFound("connection");
  const contains = search ? { contains: likeLiteral(search), mode: "insensitive" as const } : undefined;
  const where: Prisma.UpstreamSkuWhereInput = {
    connectionId,
    ...(contains ? { OR: [{ title: contains }, { skuName: contains }, { category: contains }] } : {}),
    ...(mapped ? { mapping: mapped === "true" ? { isNot: null } : null } : {}),
    ...(active ? { isActive: active === "true" } : {}),
  };
  const [total, rows] = await Promise.all([
    db().upstreamSku.count({ where }),
    db().upstreamSku.findMany({
      where,
      include: { mapping: { include: { sku: { include: { product: { select: { title: true } } } } } } },
      orderBy: [{ upstreamProductId: "asc" }, { upstreamSkuId: "asc" }],
      ...pageSlice(page),
    }),
  ]);
  return {
    offers: rows.map(({ mapping, ...row }) => {
      const rule = ruleOf({
        connection,
        markupBps: mapping?.markupBps ?? null,
        fixedCents: mapping?.fixedCents ?? null,
      });
      return {
        id: row.id,
        upstream_product_id: row.upstreamProductId,
        upstream_sku_id: row.upstreamSkuId,
        title: row.title,
        sku_name: row.skuName,
        category: row.category,
        auto_secret_kind: row.autoSecretKind,
        cost: toMoney(row.costCents),
        suggested_price: connection.needsRate ? null : suggestedPrice(row.costCents, rule),
        stock: row.stock,
        is_active: row.isActive,
        mapping: mapping && {
          sku_id: mapping.skuId,
          product_id: mapping.sku.productId,
          title: mapping.sku.product.title,
          sku_name: mapping.sku.name,
          price: toMoney(mapping.sku.priceCents),
          is_price_auto: mapping.isPriceAuto,
          markup_bps: mapping.markupBps,
          fixed: mapping.fixedCents === null ? null : toMoney(mapping.fixedCents),
          repeats: repeatRules.find((one) => one === mapping.repeats) ?? "never",
          paused_at: toTimeOrNull(mapping.pausedAt),
        },
      };
    }),
    total,
    ...page,
  };
}
