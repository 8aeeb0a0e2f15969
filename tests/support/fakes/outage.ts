import pg from "pg";
import { getConfig } from "@/lib/config/config";

/** Everybody but the harness. */
const cutOff = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = $1 AND pid <> pg_backend_pid() AND application_name <> 'keyshelf-test-cleaner'`;

async function asOperator<T>(work: (admin: pg.Client, database: string) => Promise<T>): Promise<T> {
  const address = new URL(getConfig().database.url ?? "");
  const database = address.pathname.slice(1);
  address.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  try {
    return await work(admin, database);
  } finally {
    await admin.end();
  }
}

/** Every connection to this test's database breaks; new ones are welcome. */
export const cutConnections = (): Promise<void> =>
  asOperator(async (admin, database) => {
    await admin.query(cutOff, [database]);
  });

/** This test's database is out of reach while `work` goes on. */
export const duringOutage = (work: () => Promise<void>): Promise<void> =>
  asOperator(async (admin, database) => {
    await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    try {
      await admin.query(cutOff, [database]);
      await work();
    } finally {
      await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    }
  });
