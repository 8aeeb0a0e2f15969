import { type RawBuilder, sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

interface Wanted {
  skuId: number;
  /** Where the last page ended; empty for the first one. */
  after: string;
  search: string;
  usableAfter: Date | null;
  limit: number;
}

/**
 * Labels of free keys in their order. Each stands once, however many keys have it: the index is read from label to label and not
 * from key to key, and no further than to the last one that is wanted.
 */
export async function findFreeLabels(
  reader: SqlReader,
  { skuId, after, search, usableAfter, limit }: Wanted,
): Promise<string[]> {
  const usable =
    usableAfter === null ? sql`true` : sql`(use_by IS NULL OR use_by > ${usableAfter}::timestamptz)`;
  const next = (last: RawBuilder<unknown>) => sql`(
    SELECT public_label FROM secrets
    WHERE sku_id = ${skuId}::int AND status = 'available' AND public_label IS NOT NULL AND public_label > ${last} AND ${usable}
    ORDER BY public_label LIMIT 1)`;
  const { rows } = await sql<{ label: string }>`
    WITH RECURSIVE labels AS (
      SELECT ${next(sql`${after}::text`)} AS label
      UNION ALL SELECT ${next(sql`labels.label`)} FROM labels WHERE labels.label IS NOT NULL)
    SELECT label FROM labels
    WHERE label IS NOT NULL AND (${search}::text = '' OR position(lower(${search}::text) IN lower(label)) > 0)
    LIMIT ${limit}::int`.execute(reader.sql);
  return rows.map(({ label }) => label);
}
