import type pg from "pg";
import { log } from "../../core/process/log";

/**
 * Must not hang on the defaults of somebody else's server. Its just-in-time compiler and its parallel workers cost more
 * milliseconds than our statements take: both begin at an estimate, and that of a short statement can be high. A stricter
 * isolation would refuse what our conditional updates decide, and the driver reads dates in the ISO style alone.
 */
const ownDefaults = Object.entries({
  DateStyle: "ISO, YMD",
  TimeZone: "UTC",
  default_transaction_isolation: "read committed",
  jit: "off",
  max_parallel_workers_per_gather: "0",
});

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Statements that a new session begins with. Extensions may be in `public`, whatever schema the tables have. */
export const sessionSettings = (schema: string | null): string =>
  [
    ...ownDefaults.map(([name, value]) => `SET ${name} = '${value}'`),
    ...(schema ? [`SET search_path = ${quoted(schema)}, public`] : []),
  ].join("; ");

const findKept = `
  SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
    (SELECT setconfig FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
     WHERE datname = current_database() AND setrole = current_user::regrole) AS kept`;

/**
 * A pooler in transaction mode opens further server processes when it likes, and none of them hears what this session was
 * told: they begin with what the role has in this database.
 */
export async function keepOwnDefaults(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; kept: string[] | null }>(findKept);
  const [row] = rows;
  const missing = ownDefaults.filter(([name, value]) => !row?.kept?.includes(`${name}=${value}`));
  if (!row || missing.length === 0) return;
  const statements = missing.map(
    ([name, value]) => `ALTER ROLE ${row.role} IN DATABASE ${row.database} SET ${name} = '${value}'`,
  );
  // Another process may do the same at this moment.
  await client
    .query(statements.join("; "))
    .catch((error: Error) => log.debug({ reason: error.message }, "the role keeps other defaults"));
}
