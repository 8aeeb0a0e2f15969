import { sql } from "kysely";
import type { SqlReader } from "../db/kysely";

/** Whoever activates, frees or revokes waits here for who came before: seats are counted under this lock. */
export const lockLicense = (tx: SqlReader, keyHash: Uint8Array) =>
  tx.sql.selectFrom("licenses").select("id").where("key_hash", "=", keyHash).forUpdate().executeTakeFirst();

/** Ids for rows whose key is sealed with them before they are inserted. */
export async function nextLicenseIds(tx: SqlReader, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('licenses', 'id'))::int AS id FROM generate_series(1, ${count}::int)`.execute(
    tx.sql,
  );
  return rows.map(({ id }) => id);
}

export const lockLicenseById = (tx: SqlReader, publicId: string) =>
  tx.sql.selectFrom("licenses").select("id").where("public_id", "=", publicId).forUpdate().executeTakeFirst();
