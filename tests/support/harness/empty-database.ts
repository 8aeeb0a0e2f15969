import pg from "pg";
import { inject } from "vitest";

async function asAdmin(text: string): Promise<void> {
  const address = new URL(inject("testRun").templateUrl);
  address.pathname = "/postgres";
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/**
 * A database beside the test's own, to restore into; what was there goes. `hasSchema`: with tables and no rows, which a restore
 * would make first, in seconds that prove nothing a second time.
 */
export async function emptyDatabase({ hasSchema = false } = {}): Promise<string> {
  const { prefix, templateUrl } = inject("testRun");
  const address = new URL(templateUrl);
  const template = hasSchema ? ` TEMPLATE ${address.pathname.slice(1)} STRATEGY FILE_COPY` : "";
  const name = `${prefix}_restored_${process.pid}`;
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${name}${template}`);
  address.pathname = `/${name}`;
  return address.href;
}

export const dropDatabase = (url: string): Promise<void> =>
  asAdmin(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
