import type pg from "pg";
import { privateTables } from "../../jobs/sql/graphile-private";

export interface Table {
  /** As SQL names it on the search path of the shop. */
  name: string;
  columns: string[];
}

interface Row {
  oid: number;
  name: string;
  columns: string[];
  refers_to: number[];
}

/** The shop's own tables and the state of its queue; both histories of migrations are written by migrating. */
const everyTable = `
  SELECT c.oid::int, CASE WHEN n.nspname = 'graphile_worker' THEN 'graphile_worker.' ELSE '' END || quote_ident(c.relname) AS name,
    ARRAY(SELECT quote_ident(attname)::text FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
    ARRAY(SELECT confrelid::int FROM pg_constraint
      WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS refers_to
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relpersistence = 'p'
    AND ((n.nspname = current_schema() AND c.relname <> '_prisma_migrations')
      OR (n.nspname = 'graphile_worker' AND c.relname IN (${privateTables.map((name) => `'${name}'`).join(", ")})))
  ORDER BY n.nspname <> 'graphile_worker', c.relname`;

/** Each table after those that it refers to. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Row>(everyTable);
  const left = new Map(rows.map((row) => [row.oid, row]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ refers_to }) => !refers_to.some((other) => left.has(other)));
    if (free.length === 0) throw new Error("Tables refer to each other in a circle");
    for (const { oid, name, columns } of free) {
      ordered.push({ name, columns });
      left.delete(oid);
    }
  }
  return ordered;
}

/** Numbers go on where they were. A sequence is outside of any transaction: read last, it is never behind the rows. */
export const sequenceValues = `
  SELECT CASE WHEN schemaname = 'graphile_worker' THEN 'graphile_worker.' ELSE '' END || quote_ident(sequencename) AS name,
    COALESCE(last_value, start_value)::text AS last, last_value IS NOT NULL AS "isCalled"
  FROM pg_sequences WHERE schemaname IN (current_schema(), 'graphile_worker')`;
