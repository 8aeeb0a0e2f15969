import { type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../kysely";
import { typed } from "../sql-pieces";

/** Rows of `settings` in which the master keys, their change and the walk over the hashes of keys are recorded. */
type KeySetting = "masterKeys" | "resealing" | "keyHashes";

const newSetting = (tx: SqlReader, key: KeySetting, value: object) =>
  tx.sql
    .insertInto("settings")
    .values({ key, value: typed(JSON.stringify(value), "jsonb"), updated_at: now() });

/** @returns undefined when there is none. */
export async function lockKeySetting(tx: SqlReader, key: KeySetting): Promise<unknown> {
  const row = await tx.sql
    .selectFrom("settings")
    .select("value")
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirst();
  return row?.value;
}

/** Leaves a setting that is there already. */
export const insertKeySetting = (tx: SqlReader, key: KeySetting, value: object) =>
  newSetting(tx, key, value)
    .onConflict((row) => row.column("key").doNothing())
    .execute();

/** Inserts the fingerprint of the keys; one that has a key already stays. */
export const insertFingerprint = (tx: SqlReader, value: object) =>
  newSetting(tx, "masterKeys", value)
    .onConflict((row) =>
      row
        .column("key")
        .doUpdateSet((known) => ({ value: known.ref("excluded.value") }))
        .where((known) => sql<SqlBool>`NOT jsonb_exists(${known.ref("settings.value")}, 'hashKey')`),
    )
    .execute();

export const updateKeySetting = (tx: SqlReader, key: KeySetting, value: object) =>
  tx.sql
    .updateTable("settings")
    .set({ value: typed(JSON.stringify(value), "jsonb"), updated_at: now() })
    .where("key", "=", key)
    .execute();

export const deleteFinishedResealing = (tx: SqlReader) =>
  tx.sql
    .deleteFrom("settings")
    .where("key", "=", "resealing")
    .where((row) => sql<SqlBool>`(${row.ref("value")} -> 'isDone')::boolean`)
    .execute();
