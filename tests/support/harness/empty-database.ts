import pg from "pg";
import { inject } from "vitest";

async function asAdmin(text: string): Promise<void> {
  const address = new URL(inject("testRun").templateUrl);
  address.pathname = "/postgres";
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** An empty database beside the test's own, to restore into; what was there goes. */
export async function emptyDatabase(): Promise<string> {
  const name = `${inject("testRun").prefix}_restored_${process.pid}`;
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${name}`);
  const address = new URL(inject("testRun").templateUrl);
  address.pathname = `/${name}`;
  return address.href;
}

export const dropDatabase = (url: string): Promise<void> =>
  asAdmin(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
