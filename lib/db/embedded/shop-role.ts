import { createHmac } from "node:crypto";
import type pg from "pg";
import { openClient } from "../connections/guarded-client";
import { missingRights } from "../migrations/grant-role";
import { lockMigrations } from "../migrations/migrate";
import { answers } from "./server";

/** The server, its worker and its commands work as this role, which owns nothing (docs/decisions/0612). */
export const shopRole = "keyshelf_shop";

/** Follows from the owner's and does not lead back to it, so the data folder keeps one. */
const passwordFrom = (owner: string) => createHmac("sha256", owner).update(shopRole).digest("hex");

function addressFrom(ownerUrl: string): URL {
  const address = new URL(ownerUrl);
  address.password = passwordFrom(address.password);
  address.username = shopRole;
  return address;
}

const isWeak = `SELECT FROM pg_roles WHERE rolname = '${shopRole}'
  AND NOT (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)`;

const makeRole = (password: string) => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${shopRole}') THEN CREATE ROLE ${shopRole}; END IF;
  END $$;
  ALTER ROLE ${shopRole} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`;

async function isIn(owner: pg.Client, url: string): Promise<boolean> {
  if (!(await answers(url)) || (await owner.query(isWeak)).rowCount === 0) return false;
  return (await missingRights(owner, shopRole)).length === 0;
}

/**
 * Makes the shop's role, or what it lacks, in whatever state the schema is. Where nothing is missing nothing is written: a command
 * has to work beside a shop with a full disk. Returns the role's address.
 */
export async function letShopIn(ownerUrl: string): Promise<string> {
  const { href: url, password } = addressFrom(ownerUrl);
  const owner = await openClient(ownerUrl, "keyshelf-grant", { patienceMs: null });
  try {
    if (await isIn(owner, url)) return url;
    await lockMigrations(owner);
    await owner.query("BEGIN");
    await owner.query(makeRole(password));
    for (const statement of await missingRights(owner, shopRole)) await owner.query(statement);
    await owner.query("COMMIT");
    return url;
  } finally {
    await owner.end();
  }
}
