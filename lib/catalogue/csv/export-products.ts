import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { type CsvColumns, csvWriter } from "../../core/formats/csv";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { productFilter, readWholeProducts } from "../admin/admin-queries";
import { mayReadCosts } from "../admin/costs-of-reader";
import { type FileColumn, fileColumnKinds, showOption, showProduct } from "./columns";
import type { exportProductsQuery } from "./schema";

const batch = 200;

async function* readLines<C extends FileColumn>(
  where: Prisma.ProductWhereInput,
  columns: CsvColumns<C>,
  timeZone: string,
): AsyncGenerator<string> {
  const { heading, line } = csvWriter(columns, timeZone);
  yield heading;
  for (let after = 0; ; ) {
    const products = await readWholeProducts(db(), where, { after, take: batch });
    yield products
      .flatMap((product) => {
        const shared = { slug: product.slug, ...showProduct(product) };
        return product.skus.map((sku) => {
          const cells: Record<FileColumn, string> = {
            ...shared,
            code: sku.code,
            ...showOption({ product, sku }),
          };
          return line((column) => cells[column]);
        });
      })
      .join("");
    const last = products.at(-1);
    if (!last || products.length < batch) return;
    after = last.id;
  }
}

/** The products of a list, a line an option, as `importProducts` reads them. */
export async function exportProducts(
  actor: AdminActor,
  client: ClientInfo,
  query: z.output<typeof exportProductsQuery>,
): Promise<AsyncGenerator<string>> {
  const [where, { timeZone }] = await Promise.all([productFilter(query), getSettings()]);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "product.export", target: "products", data: {} }),
  );
  const { cost_price: _, ...withoutCosts } = fileColumnKinds;
  return mayReadCosts(actor)
    ? readLines(where, fileColumnKinds, timeZone)
    : readLines(where, withoutCosts, timeZone);
}
