import type pg from "pg";
import { openClient } from "../connections/guarded-client";
import { migrate } from "./migrate";
import { MigrationError } from "./migration-error";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

interface RoleRow {
  isStrong: boolean;
  isOwner: boolean;
  owner: string;
}

/**
 * Statements that lead from what the role may do to what the shop does at run time, and nothing that changes the schema: rows of
 * every table; of one that a trigger keeps append-only it reads and adds; the histories of migrations it reads. The queue's tables
 * show their rows to their owner only, unless a policy says otherwise.
 */
const missing = `
  WITH shop AS (SELECT oid, rolname FROM pg_roles WHERE rolname = $1),
  own AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN (current_schema(), 'graphile_worker')),
  tables AS (
    SELECT c.oid, relacl, relrowsecurity AND nspname = 'graphile_worker' AS "isHidden",
      format('%s %I.%I', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, nspname, relname) AS place,
      CASE
        WHEN relkind = 'S' THEN '{SELECT,USAGE}'
        WHEN relname = '_prisma_migrations' OR (nspname, relname) = ('graphile_worker', 'migrations') THEN '{SELECT}'
        WHEN EXISTS (SELECT FROM pg_trigger JOIN pg_proc f ON f.oid = tgfoid
          WHERE tgrelid = c.oid AND proname LIKE '%append\\_only') THEN '{INSERT,SELECT}'
        ELSE '{DELETE,INSERT,SELECT,UPDATE}'
      END::text[] AS rights
    FROM pg_class c JOIN own ON own.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, rolname) AS statement
  FROM own, shop WHERE NOT has_schema_privilege(shop.oid, own.oid, 'USAGE')
  UNION ALL
  SELECT format('REVOKE ALL ON %1$s FROM %2$I; GRANT %3$s ON %1$s TO %2$I', place, rolname, array_to_string(rights, ', '))
  FROM tables, shop WHERE rights <> ARRAY(
    SELECT privilege_type FROM aclexplode(relacl) WHERE grantee = shop.oid ORDER BY privilege_type COLLATE "C")
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, rolname)
  FROM pg_proc p JOIN own ON own.oid = pronamespace, shop
  WHERE prokind = 'f' AND NOT has_function_privilege(shop.oid, p.oid, 'EXECUTE')
  UNION ALL
  SELECT format('CREATE POLICY %I ON %s TO %I USING (true) WITH CHECK (true)', 'shop: ' || rolname, tables.oid::regclass, rolname)
  FROM tables, shop WHERE "isHidden" AND NOT EXISTS (
    SELECT FROM pg_policy WHERE polrelid = tables.oid AND polpermissive AND polcmd = '*' AND shop.oid = ANY(polroles))`;

/** None for a role that may do what it should, or is not there. */
export async function missingRights(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ statement: string }>(missing, [role]);
  return rows.map(({ statement }) => statement);
}

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
    await client.query(["BEGIN", ...(await missingRights(client, role)), "COMMIT"].join(";\n"));
    return { schema, applied };
  } finally {
    await client.end();
  }
}
