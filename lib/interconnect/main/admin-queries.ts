import type { z } from "zod";
import { pricedOptions } from "../../catalogue/priced-options";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { countLimit, deepPage, deepSlice, type PageQuery, pageSlice } from "../../core/paging";
import { toldOrNull } from "../../core/refusals/told";
import { isOneOf } from "../../core/shapes/records";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { likeLiteral } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";
import type { Reader } from "../../db/transaction";
import { siteUnitPrice } from "../../pricing/quote";
import { getSettings } from "../../settings/queries";
import type { depositEntry, depositStatement, SiteView, siteList, sitePriceList } from "./admin/schema";
import { readSiteFigures, type SiteFigures } from "./sql/site-figures";

/** Finds the rest of an agent's deposit, in the shop's currency. */
export async function findDeposit(reader: Reader, siteId: number): Promise<bigint> {
  const { currency } = await getSettings();
  const account = await reader.ledgerAccount.findFirst({
    where: { kind: "site_deposit", siteId, currency },
    select: { balanceCents: true },
  });
  return account?.balanceCents ?? 0n;
}

/** The same of several agents. */
export async function findDeposits(siteIds: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const { currency } = await getSettings();
  const rows = await db().ledgerAccount.findMany({
    where: { kind: "site_deposit", siteId: { in: [...siteIds] }, currency },
    select: { siteId: true, balanceCents: true },
  });
  return new Map(rows.map((row) => [row.siteId ?? 0, row.balanceCents ?? 0n]));
}

const siteInclude = () =>
  ({
    memberLevel: { select: { id: true, name: true } },
    signingSecrets: {
      where: { isPairing: false, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
      orderBy: { id: "desc" },
      select: { expiresAt: true, lastUsedAt: true },
    },
    ledgerAccounts: { where: { kind: "site_deposit" }, select: { balanceCents: true, currency: true } },
    testKey: true,
  }) satisfies Prisma.SiteInclude;

type SiteRow = Prisma.SiteGetPayload<{ include: ReturnType<typeof siteInclude> }>;

function secretUse([newest, former]: SiteRow["signingSecrets"]): SiteView["secret_use"] {
  if (!newest || !former) return null;
  return { new_at: toTimeOrNull(newest.lastUsedAt), old_at: toTimeOrNull(former.lastUsedAt) };
}

function siteView(row: SiteRow, figures: SiteFigures | undefined, currency: string): SiteView {
  const deposit = row.ledgerAccounts.find((account) => account.currency === currency)?.balanceCents ?? 0n;
  return {
    id: row.id,
    name: row.name,
    api_key: row.apiKey,
    callback_url: row.callbackUrl,
    is_callback_encrypted: row.callbackUrl?.startsWith("https:") ?? true,
    callback_verified_at: toTimeOrNull(row.callbackVerifiedAt),
    ...toldOrNull("callback_problem", row.callbackProblem),
    callbacks_disabled_at: toTimeOrNull(row.callbackDisabledAt),
    callbacks_failing_since: toTimeOrNull(row.callbackFailingSince),
    settlement_mode: row.settlementMode,
    member_level: row.memberLevel,
    ip_allow_list: row.ipAllowList,
    rate_per_minute: row.ratePerMinute,
    status: row.status,
    deposit: toMoney(deposit),
    deposit_alert: row.depositAlertCents === null ? null : toMoney(row.depositAlertCents),
    is_deposit_low: row.depositAlertCents !== null && deposit < row.depositAlertCents,
    currency,
    held_orders: figures?.held_orders ?? 0,
    failed_callbacks: figures?.failed_callbacks ?? 0,
    previous_secret_expires_at: toTimeOrNull(
      row.signingSecrets.find(({ expiresAt }) => expiresAt)?.expiresAt,
    ),
    secret_use: secretUse(row.signingSecrets),
    last_call_at: toTimeOrNull(figures?.last_call_at),
    test_key: row.testKey && {
      api_key: row.testKey.apiKey,
      callback_url: row.testKey.callbackUrl,
      ...toldOrNull("callback_problem", row.testKey.callbackProblem),
      created_at: toTime(row.testKey.createdAt),
    },
    created_at: toTime(row.createdAt),
  };
}

export async function listSites({
  search,
  ...page
}: PageQuery & { search?: string | undefined }): Promise<z.infer<typeof siteList>> {
  const { currency } = await getSettings();
  const where: Prisma.SiteWhereInput = search
    ? { OR: [{ name: { contains: likeLiteral(search), mode: "insensitive" } }, { apiKey: search }] }
    : {};
  const [total, rows] = await Promise.all([
    db().site.count({ where }),
    db().site.findMany({ where, include: siteInclude(), orderBy: { id: "desc" }, ...pageSlice(page) }),
  ]);
  const ids = rows.map(({ id }) => id);
  const figures = await readSiteFigures(db(), ids);
  return { sites: rows.map((row) => siteView(row, figures.get(row.id), currency)), total, ...page };
}

/** For a choice. */
export const listSiteNames = (): Promise<{ id: number; name: string }[]> =>
  db().site.findMany({ select: { id: true, name: true }, orderBy: { id: "desc" }, take: 200 });

export const hasFailedCallbacks = async (): Promise<boolean> =>
  (await db().callback.findFirst({ where: { status: "failed" }, select: { id: true } })) !== null;

export async function getSite(siteId: number, reader: Reader = db()): Promise<SiteView> {
  const { currency } = await getSettings();
  const row = await reader.site.findUnique({ where: { id: siteId }, include: siteInclude() });
  if (!row) throw notFound("site");
  return siteView(row, (await readSiteFigures(reader, [siteId])).get(siteId), currency);
}

/** Every SKU with what this agent pays for it, and where that comes from. */
export async function listSitePrices(
  siteId: number,
  { search, ...page }: PageQuery & { search?: string | undefined },
): Promise<z.infer<typeof sitePriceList>> {
  const site = await db().site.findUnique({ where: { id: siteId }, include: { memberLevel: true } });
  if (!site) throw notFound("site");
  const { where, orderBy } = pricedOptions(search);
  const [total, rows] = await Promise.all([
    db().sku.count({ where }),
    db().sku.findMany({
      where,
      include: {
        product: { select: { title: true } },
        sitePrices: { where: { siteId } },
        levelPrices: { where: { levelId: site.memberLevelId ?? 0 } },
      },
      orderBy,
      ...pageSlice(page),
    }),
  ]);
  return {
    prices: rows.map((row) => {
      const level = site.memberLevel && {
        percent: site.memberLevel.discountPercent,
        priceCents: row.levelPrices[0]?.priceCents ?? null,
      };
      const own = row.sitePrices[0]?.priceCents;
      return {
        sku_id: row.id,
        product_id: row.productId,
        title: row.product.title,
        sku_name: row.name,
        list_price: toMoney(row.priceCents),
        level_price: level ? toMoney(siteUnitPrice(row.priceCents, null, level)) : null,
        site_price: own === undefined ? null : toMoney(own),
      };
    }),
    total,
    ...page,
  };
}

/** The deposit's entries, newest first. */
export async function listDepositEntries(
  siteId: number,
  page: PageQuery,
): Promise<z.infer<typeof depositStatement>> {
  const { currency } = await getSettings();
  if (!(await db().site.findUnique({ where: { id: siteId }, select: { id: true } }))) throw notFound("site");
  // By its id: over the account's other columns all entries of the shop would be joined.
  const account = await db().ledgerAccount.findFirst({
    where: { kind: "site_deposit", siteId, currency },
    select: { id: true },
  });
  const where: Prisma.LedgerEntryWhereInput = { accountId: account?.id ?? 0 };
  const [counted, rows, balance] = await Promise.all([
    db().ledgerEntry.count({ where, ...countLimit }),
    db().ledgerEntry.findMany({
      where,
      include: { transfer: true },
      orderBy: { id: "desc" },
      ...deepSlice(page),
    }),
    findDeposit(db(), siteId),
  ]);
  return {
    entries: rows.map(({ transfer, amountCents, balanceAfterCents, createdAt }) => ({
      id: transfer.transferNo,
      type: depositType(transfer.type),
      direction: amountCents < 0n ? ("out" as const) : ("in" as const),
      amount: toMoney(amountCents < 0n ? -amountCents : amountCents),
      balance_after: toMoney(balanceAfterCents ?? 0n),
      reference: transfer.reference,
      remark: transfer.remark,
      created_at: toTime(createdAt),
    })),
    balance: toMoney(balance),
    currency,
    ...deepPage(page, counted),
  };
}

type DepositType = z.infer<typeof depositEntry>["type"];
const depositTypes = ["deposit_topup", "deposit_pay", "deposit_refund", "site_settlement"] as const;

const depositType = (type: string): DepositType => (isOneOf(depositTypes, type) ? type : "admin_adjust");
