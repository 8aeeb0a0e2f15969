import { openClient } from "./guarded-client";
import { migrate } from "./migrate";
import { MigrationError } from "./migration-error";

/** Nobody changes or deletes what stands here, the time line that disputes rest on too; migrations are the owner's alone. */
const appendOnly = ["audit_logs", "ledger_entries", "ledger_transfers", "order_events"];
const readOnly = ["_prisma_migrations"];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

interface RoleRow {
  isStrong: boolean;
  isOwner: boolean;
  owner: string;
}

/** What the shop does at run time, and nothing that changes the schema. */
const grants = (role: string, schema: string): string => {
  const [to, place] = [quoted(role), quoted(schema)];
  const inPlace = (names: readonly string[]) => names.map((name) => `${place}.${quoted(name)}`).join(", ");
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${place}, graphile_worker FROM ${to}`,
    `GRANT USAGE ON SCHEMA ${place}, graphile_worker TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${place}, graphile_worker TO ${to}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${place}, graphile_worker TO ${to}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${place}, graphile_worker TO ${to}`,
    `REVOKE UPDATE, DELETE ON ${inPlace(appendOnly)} FROM ${to}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${inPlace(readOnly)} FROM ${to}`,
    `REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM ${to}`,
  ].join(";\n");
};

/** The queue's tables show their rows to their owner only, unless a policy says otherwise. */
const queuePolicies = (role: string): string => `
  DO $$
  DECLARE
    place record;
  BEGIN
    FOR place IN SELECT relname FROM pg_class
      WHERE relnamespace = 'graphile_worker'::regnamespace AND relkind IN ('r', 'p') AND relrowsecurity
    LOOP
      EXECUTE format('DROP POLICY IF EXISTS keyshelf_shop ON graphile_worker.%I', place.relname);
      EXECUTE format('CREATE POLICY keyshelf_shop ON graphile_worker.%I TO ${quoted(role).replaceAll("'", "''")} USING (true) WITH CHECK (true)', place.relname);
    END LOOP;
  END $$`;

/**
 * Brings the schema up to date as its owner, and lets a role that owns nothing run the shop. Repeated after each update.
 * @throws MigrationError when the role is unknown, is a superuser or owns the schema
 */
export async function grantRole(
  ownerUrl: string,
  role: string,
): Promise<{ schema: string; applied: string[] }> {
  const applied = await migrate(ownerUrl);
  const client = await openClient(ownerUrl, "keyshelf-grant");
  try {
    const { rows } = await client.query<RoleRow>(
      `SELECT r.rolsuper OR r.rolcreaterole AS "isStrong", pg_has_role(r.oid, c.relowner, 'MEMBER') AS "isOwner",
         c.relowner::regrole::text AS owner
       FROM pg_roles r, pg_class c WHERE r.rolname = $1 AND c.oid = 'audit_logs'::regclass`,
      [role],
    );
    const [found] = rows;
    if (!found) {
      throw new MigrationError(
        `There is no role ${role}. Make it first: CREATE ROLE ${quoted(role)} LOGIN PASSWORD '…'`,
      );
    }
    if (found.isStrong || found.isOwner) {
      throw new MigrationError(
        `The role ${role} may do more than it should: it is a superuser, may make roles, or belongs to ${found.owner}, ` +
          "the owner of the tables. Name a role that owns nothing.",
      );
    }
    const current = await client.query<{ schema: string }>("SELECT current_schema() AS schema");
    const schema = current.rows[0]?.schema ?? "public";
    await client.query(`BEGIN; ${grants(role, schema)}; ${queuePolicies(role)}; COMMIT`);
    return { schema, applied };
  } finally {
    await client.end();
  }
}
