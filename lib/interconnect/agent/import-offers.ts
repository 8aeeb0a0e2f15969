import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { type FormField, secretKinds } from "../../catalogue/schema";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { compilePattern } from "../../core/formats/linear-pattern";
import { plainTextOf, sanitiseHtml } from "../../core/formats/rich-text";
import { randomCode } from "../../core/ids";
import type { PlainRule } from "../../core/refusals/refusal";
import { sayRefusal } from "../../core/refusals/translate";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { categoryOfPath } from "./import-category";
import { mirrorSkus } from "./mirror-skus";
import { type OfferedDetails, offeredDetails } from "./schema";
import { lockConnection } from "./sql/connections";

export interface ImportReport {
  imported: { upstream_product_id: number; product_id: number; slug: string }[];
  skipped: { upstream_product_id: number; reason: string }[];
}

/** The main site's slug when it can be one of ours and is free; otherwise with something added. */
async function freeSlug(tx: Tx, wanted: string): Promise<string> {
  const base =
    wanted
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "product";
  const taken = await tx.product.findUnique({ where: { slug: base }, select: { id: true } });
  return taken ? `${base}-${randomCode(6).toLowerCase()}` : base;
}

interface Target {
  connectionId: number;
  /** Null: as at the main site. */
  categoryId: number | null;
}

/** Text, form and limits as the main site shows them. Its HTML is sanitised like that of an operator. */
async function findDetails(tx: Tx, connectionId: number, upstreamProductId: number) {
  const row = await tx.upstreamProduct.findUnique({
    where: { connectionId_upstreamProductId: { connectionId, upstreamProductId } },
  });
  return offeredDetails.parse(row?.details ?? {});
}

/** A pattern that we would not run is left out: the main site checks the answer once more. */
const withUsablePattern = ({ pattern, ...field }: FormField): FormField =>
  pattern !== undefined && compilePattern(pattern) ? { ...field, pattern } : field;

function columnsOf(details: OfferedDetails) {
  const { min_quantity: min = 1, max_quantity: max = 100 } = details;
  return {
    summary: plainTextOf(details.summary ?? "").slice(0, 200),
    description: sanitiseHtml(details.description ?? ""),
    instructions: details.instructions || null,
    formFields: (details.buyer_form ?? []).map(withUsablePattern),
    minQuantity: Math.min(min, max),
    maxQuantity: Math.max(min, max),
  };
}

async function importOne(
  tx: Tx,
  target: Target,
  upstreamProductId: number,
): Promise<{ productId: number; slug: string } | PlainRule> {
  const offers = await tx.upstreamSku.findMany({
    where: { connectionId: target.connectionId, upstreamProductId, isActive: true },
    include: { mapping: true },
    orderBy: { upstreamSkuId: "asc" },
  });
  const free = offers.filter((offer) => !offer.mapping);
  const [first] = free;
  if (!first) return offers.length > 0 ? "offer_mapped" : "not_offered";
  const slug = await freeSlug(tx, first.slug);
  const details = await findDetails(tx, target.connectionId, upstreamProductId);
  const path = details.category_path ?? (first.category === "" ? [] : [first.category]);
  const { id: productId } = await tx.product.create({
    data: {
      categoryId: target.categoryId ?? (await categoryOfPath(tx, path)),
      ...columnsOf(details),
      slug,
      title: first.title,
      status: "draft",
      autoSecretKind: secretKinds.find((kind) => kind === first.autoSecretKind) ?? "card_key",
      createdAt: now(),
      updatedAt: now(),
    },
    select: { id: true },
  });
  for (const [index, offer] of free.entries()) {
    const sku = await tx.sku.create({
      data: {
        productId,
        code: `U${offer.upstreamSkuId || offer.upstreamProductId}`,
        name: offer.skuName || offer.title,
        priceCents: offer.costCents,
        source: "upstream",
        sortOrder: index,
        createdAt: now(),
        updatedAt: now(),
        stock: { create: { changedAt: now() } },
      },
      select: { id: true },
    });
    await tx.skuMapping.create({
      data: { skuId: sku.id, connectionId: target.connectionId, upstreamSkuId: offer.id },
    });
  }
  await mirrorSkus(tx, { sku: { productId } });
  if (details.images?.length) await enqueue(tx, "product.pictures", { productId });
  return { productId, slug };
}

/** C61: as drafts, so that somebody writes the text and looks at the price before anything is sold. */
export async function importOffers(
  actor: AdminActor,
  client: ClientInfo,
  connectionId: number,
  input: { category_id: number | null; upstream_product_ids: readonly number[] },
): Promise<ImportReport> {
  const locale = await client.readLocale();
  return inTransaction(async (tx) => {
    await lockConnection(tx, connectionId);
    const connection = await tx.connection.findUnique({
      where: { id: connectionId },
      select: { needsRate: true },
    });
    if (!connection) throw notFound("connection");
    if (connection.needsRate) throw new AppError("state_conflict", "connection_needs_rate");
    const { category_id: categoryId } = input;
    if (
      categoryId !== null &&
      !(await tx.category.findUnique({ where: { id: categoryId }, select: { id: true } }))
    )
      throw new AppError("malformed", "unknown", { field: "category_id" });
    const report: ImportReport = { imported: [], skipped: [] };
    for (const upstreamProductId of new Set(input.upstream_product_ids)) {
      const made = await importOne(tx, { connectionId, categoryId }, upstreamProductId);
      if (typeof made === "string")
        report.skipped.push({ upstream_product_id: upstreamProductId, reason: sayRefusal(made, locale) });
      else
        report.imported.push({
          upstream_product_id: upstreamProductId,
          product_id: made.productId,
          slug: made.slug,
        });
    }
    await recordAudit(tx, actor, client, {
      action: "connection.import",
      target: `connection:${connectionId}`,
      data: { products: report.imported.map(({ product_id }) => product_id) },
    });
    return report;
  });
}
