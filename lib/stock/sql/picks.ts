import { type RawBuilder, sql } from "kysely";
import { likeLiteral } from "../../db/filters";
import type { SqlReader } from "../../db/kysely";

interface Wanted {
  skuId: number;
  /** Where the last page ended; empty for the first one. */
  after: string;
  search: string;
  usableAfter: Date | null;
  limit: number;
}

/** So many labels are looked at one by one; a search that found too little among them asks the index of their parts. */
const mostSteps = 500;

const freeLabels = ({ skuId, usableAfter }: Pick<Wanted, "skuId" | "usableAfter">) => {
  const usable =
    usableAfter === null ? sql`true` : sql`(use_by IS NULL OR use_by > ${usableAfter}::timestamptz)`;
  return sql`sku_id = ${skuId}::int AND status = 'available' AND public_label IS NOT NULL AND ${usable}`;
};

const patternOf = (search: string): string => `%${likeLiteral(search)}%`;

/** The index is read from label to label and not from key to key, and no further than to the last one that is wanted. */
async function walk(reader: SqlReader, wanted: Wanted): Promise<{ labels: string[]; last: string | null }> {
  const { after, search, limit } = wanted;
  const next = (last: RawBuilder<unknown>) => sql`(
    SELECT public_label FROM secrets WHERE ${freeLabels(wanted)} AND public_label > ${last}
    ORDER BY public_label LIMIT 1)`;
  const { rows } = await sql<{ label: string; fits: boolean; step: number }>`
    WITH RECURSIVE labels AS (
      SELECT ${next(sql`${after}::text`)} AS label, 1 AS step
      UNION ALL SELECT ${next(sql`labels.label`)}, step + 1 FROM labels
        WHERE labels.label IS NOT NULL AND (step < ${mostSteps}::int OR ${search}::text = '')),
    judged AS (
      SELECT label, step, ${search}::text = '' OR lower(label) LIKE lower(${patternOf(search)}::text) AS fits FROM labels)
    SELECT label, step, fits FROM judged
    WHERE label IS NOT NULL AND (fits OR (step = ${mostSteps}::int AND ${search}::text <> ''))
    LIMIT ${limit}::int`.execute(reader.sql);
  const last = rows.at(-1);
  const labels = rows.filter(({ fits }) => fits).map(({ label }) => label);
  const isCut = search !== "" && last?.step === mostSteps && labels.length < limit;
  return { labels, last: isCut ? last.label : null };
}

/** Finds the labels that the index of their parts names, whatever stands between the parts. */
async function search(reader: SqlReader, wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT public_label AS label FROM secrets
      WHERE ${freeLabels(wanted)} AND lower(public_label) LIKE lower(${patternOf(wanted.search)}::text))
    SELECT label FROM found WHERE label > ${wanted.after}::text ORDER BY label LIMIT ${wanted.limit}::int`.execute(
    reader.sql,
  );
  return rows.map(({ label }) => label);
}

/** Labels of free keys in their order. Each stands once, however many keys have it. */
export async function findFreeLabels(reader: SqlReader, wanted: Wanted): Promise<string[]> {
  const { labels, last } = await walk(reader, wanted);
  if (last === null) return labels;
  const rest = { ...wanted, after: last, limit: wanted.limit - labels.length };
  return [...labels, ...(await search(reader, rest))];
}
