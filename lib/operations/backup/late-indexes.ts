import type pg from "pg";

interface Removed {
  drop: string;
  make: string;
}

const own = `
  SELECT c.oid, quote_ident(c.relname) AS name FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`;

/** References first: what they refer to cannot go before them. They are made in the opposite order. */
const everyConstraint = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', own.name, k.conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', own.name, k.conname, pg_get_constraintdef(k.oid)) AS make
  FROM (${own}) own JOIN pg_constraint k ON k.conrelid = own.oid
  WHERE k.contype IN ('f', 'p', 'u', 'x') ORDER BY k.contype <> 'f', own.name, k.conname`;

const everyOtherIndex = `
  SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS make
  FROM (${own}) own JOIN pg_index i ON i.indrelid = own.oid
  WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY own.name, i.indexrelid`;

/**
 * Takes all indexes and references of the shop's tables away: each of them made at once from all rows costs a fraction of
 * what it costs to keep it row by row. The caller's transaction brings back all of them or none.
 * @returns makes them as they were
 */
export async function removeIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: constraints } = await client.query<Removed>(everyConstraint);
  const { rows: indexes } = await client.query<Removed>(everyOtherIndex);
  const removed = [...constraints, ...indexes];
  for (const { drop } of removed) await client.query(drop);
  return async () => {
    await client.query("SET LOCAL maintenance_work_mem = '256MB'");
    for (const { make } of removed.reverse()) await client.query(make);
  };
}
