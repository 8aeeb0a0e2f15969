import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import type { Locale } from "../../core/locale";
import { sayRefusal } from "../../core/refusals/translate";
import { inTransaction, type Tx } from "../../db/transaction";
import { readWholeProducts } from "../admin/admin-queries";
import { mayReadCosts } from "../admin/costs-of-reader";
import type { AdminProduct } from "../admin/schema";
import { lockProducts } from "../sql/changes";
import { type FileLine, readProductFile } from "./read-file";
import { type ProductLines, type RefusedLine, readLines } from "./read-lines";
import type { ImportProductsBody, ProductImportReport } from "./schema";
import { type WrittenProduct, writeProduct } from "./write-lines";

const listedChanges = 500;
/** Milliseconds for all of a file. */
const timeout = 120_000;

/** Takes back what a preview, or a file with a refused line, has written. */
class TakenBack extends Error {
  constructor(readonly report: ProductImportReport) {
    super("nothing of the file is kept");
  }
}

/** The products that the file names, locked, so that the comparison and the write see the same. */
async function readCurrent(tx: Tx, lines: readonly FileLine[]): Promise<Map<string, AdminProduct>> {
  const where = { slug: { in: [...new Set(lines.map(({ slug }) => slug))] } };
  const ids = (await tx.product.findMany({ where, select: { id: true } })).map(({ id }) => id);
  await lockProducts(tx, ids);
  const rows = await readWholeProducts(tx, { id: { in: ids } }, { after: 0, take: ids.length });
  return new Map(rows.map((row) => [row.slug, row]));
}

const isUpstream = (product: AdminProduct | undefined, code: string) =>
  product?.skus.some((sku) => sku.code === code && sku.source === "upstream") ?? false;

/** In the order of their rows, as everything that locks several products takes them; new ones last. */
const byId = (current: ReadonlyMap<string, AdminProduct>) => (a: ProductLines, b: ProductLines) =>
  (current.get(a.slug)?.id ?? Number.POSITIVE_INFINITY) -
    (current.get(b.slug)?.id ?? Number.POSITIVE_INFINITY) || a.line - b.line;

const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;

function reportOf(
  lines: number,
  written: readonly WrittenProduct[],
  refused: readonly RefusedLine[],
  locale: Locale,
): ProductImportReport {
  const count = (result: WrittenProduct["result"]) => written.filter((one) => one.result === result).length;
  const sum = (result: WrittenProduct["result"]) =>
    written.reduce((all, one) => all + one.options[result], 0);
  const changes = written.flatMap((one) => one.changes).sort(byLine);
  return {
    lines,
    products: { created: count("created"), changed: count("changed"), unchanged: count("unchanged") },
    options: { created: sum("created"), changed: sum("changed"), unchanged: sum("unchanged") },
    changes: changes.slice(0, listedChanges),
    more_changes: Math.max(0, changes.length - listedChanges),
    refused: [...refused]
      .sort(byLine)
      .map(({ refusal, ...line }) => ({ ...line, reason: sayRefusal(refusal, locale) })),
    is_written: false,
  };
}

const withoutCosts = (cells: ReadonlyMap<string, string>) =>
  new Map([...cells].filter(([column]) => column !== "cost_price"));

/**
 * Makes the products what a file says: what it does not name stays. A preview does all of it and takes it back, so that it
 * knows every refusal.
 * @throws AppError `malformed` of a file that is no file of products
 */
export async function importProducts(
  actor: AdminActor,
  client: ClientInfo,
  { csv, mode }: ImportProductsBody,
): Promise<ProductImportReport> {
  const lines = readProductFile(csv).map((line) =>
    mayReadCosts(actor) ? line : { ...line, cells: withoutCosts(line.cells) },
  );
  const locale = await client.readLocale();
  const run = async (tx: Tx) => {
    const current = await readCurrent(tx, lines);
    const categories = await tx.category.findMany({ select: { id: true, slug: true } });
    const { products, refused } = readLines(lines, {
      categories: new Map(categories.map(({ id, slug }) => [slug, id])),
      isUpstream: (slug, code) => isUpstream(current.get(slug), code),
      kindOf: (slug) => current.get(slug)?.auto_secret_kind,
    });
    const written: WrittenProduct[] = [];
    for (const product of products.sort(byId(current))) {
      const result = await writeProduct(tx, product, current.get(product.slug));
      refused.push(...result.refused);
      if (result.written) written.push(result.written);
    }
    const report = reportOf(lines.length, written, refused, locale);
    if (mode === "preview" || (mode === "all" && refused.length > 0)) throw new TakenBack(report);
    for (const { entry } of written) if (entry) await recordAudit(tx, actor, client, entry);
    const data = { lines: lines.length, refused: refused.length, ...report.products };
    await recordAudit(tx, actor, client, { action: "product.import", target: "products", data });
    return { ...report, is_written: true };
  };
  try {
    return await inTransaction(run, { timeout });
  } catch (error) {
    if (error instanceof TakenBack) return error.report;
    throw error;
  }
}
