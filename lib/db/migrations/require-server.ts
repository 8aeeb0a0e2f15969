import type pg from "pg";
import { shopCommand } from "../../config/home";
import { openClient } from "../connections/guarded-client";
import { MigrationError } from "./migration-error";

/** `server_version_num`: NULLS NOT DISTINCT and what else the schema needs. */
const leastVersion = 150_000;

interface Server {
  version: number;
  name: string;
  standby: boolean;
  schema: string | null;
}

/** Says in one sentence for the operator why a server cannot be used; `null` when it can. */
export function serverProblem(server: Server, wanted: string | null): string | null {
  const { version, name, standby, schema } = server;
  if (version < leastVersion) {
    return `Keyshelf needs PostgreSQL ${leastVersion / 10_000} or newer; the server at database.url is ${name}.`;
  }
  if (standby) {
    return (
      "The server at database.url is a standby, which takes no writes: set the address of the primary, or list all " +
      "hosts of the cluster (postgres://user:password@host1:5432,host2:5432/keyshelf)."
    );
  }
  if (wanted === null && schema !== "public") {
    return (
      `The search_path of this database leads to ${schema ? `the schema ${schema}` : "no schema"} instead of public: ` +
      `name the schema in database.url, as ?schema=${schema ?? "public"}.`
    );
  }
  return null;
}

/** The queue's own schema has one name: two shops in one database would do each other's jobs. */
const otherShop = `
  SELECT nspname AS schema FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
  WHERE relname = 'secret_batches' AND relkind = 'r' AND nspname <> $1`;

/** @throws MigrationError before anything is changed */
export async function requireUsableServer(client: pg.Client, schema: string | null): Promise<void> {
  const { rows } = await client.query<Server>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
       pg_is_in_recovery() AS standby, current_schema() AS schema`,
  );
  const problem = rows[0] && serverProblem(rows[0], schema);
  if (problem) throw new MigrationError(problem);
  const others = await client.query<{ schema: string }>(otherShop, [schema ?? "public"]);
  if (others.rows[0]) {
    throw new MigrationError(
      `Another shop lives in the schema ${others.rows[0].schema} of this database. Give each shop a database of its own.`,
    );
  }
}

const processOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;

/** Two connections that are both open and talk to one server process: something in between lends it out by the transaction. */
async function isSharedBySessions(url: string): Promise<boolean> {
  const clients = [await openClient(url, "keyshelf-start"), await openClient(url, "keyshelf-start")] as const;
  try {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await processOf(clients[0]), await processOf(clients[1])];
      if (first === second) return true;
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Migrations and the worker hold locks for as long as a session lasts. @throws MigrationError */
export async function requireDirectAddress(url: string, directUrl: string | null): Promise<void> {
  if (!(await isSharedBySessions(directUrl ?? url))) return;
  throw new MigrationError(
    directUrl
      ? "database.direct_url leads through a connection pooler in transaction mode, too: it must be the address of the database itself."
      : "database.url leads through a connection pooler in transaction mode: set database.direct_url " +
          "(KEYSHELF_DATABASE__DIRECT_URL) to the address of the database itself, for migrations and the worker's locks.",
  );
}

/** A role that only runs the shop must not fail in the middle of the first statement. */
export async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; mayChange: boolean }>(
    `SELECT current_user AS role, to_regclass('staff') IS NULL OR pg_has_role(current_user, relowner, 'USAGE') AS "mayChange"
     FROM pg_class WHERE oid = coalesce(to_regclass('staff'), to_regclass('_prisma_migrations'))`,
  );
  const [row] = rows;
  if (!row || row.mayChange) return;
  throw new MigrationError(
    `This version changes the schema, and the role ${row.role} owns nothing. Run "${shopCommand(`grant-role ${row.role}`)}" ` +
      "with the owner's address in KEYSHELF_DATABASE__URL, then start again.",
  );
}
