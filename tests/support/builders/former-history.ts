import { formerMigrations } from "@/lib/db/migrations/former-history";
import { migrate } from "@/lib/db/migrations/migrate";
import { directQuery } from "../harness/direct-query";

/** Gives a database the history that it had before `0001_init` and `0002_invariants` stood for it: all of that, or its first `count`. */
export async function writeFormerHistory(url: string, count = formerMigrations.length): Promise<void> {
  await directQuery(url, `DELETE FROM _prisma_migrations WHERE migration_name < '0003'`);
  const rows = formerMigrations
    .slice(0, count)
    .map(({ name, checksum }) => `(gen_random_uuid(), '${checksum}', '${name}', now(), 1)`);
  await directQuery(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ${rows.join(", ")}`,
  );
}

/** Works on a database with that history, and adopts it again. */
export async function inFormerHistory<T>(url: string, work: () => Promise<T>): Promise<T> {
  await writeFormerHistory(url);
  return work().finally(() => migrate(url));
}
