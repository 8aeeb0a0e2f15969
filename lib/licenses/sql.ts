import { sql } from "kysely";
import { fixedStatement } from "../db/fixed-statement";
import type { SqlReader } from "../db/kysely";
import { typed } from "../db/sql-pieces";

/** Makes every activation, release and revocation wait for the one before: seats are counted under this lock. */
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

/** A device that asks whether a license is good; without a fingerprint it is no device. */
export interface Asked {
  keyHash: Uint8Array;
  fingerprint: string | null;
}

interface AskedTogether {
  keyHashes: Uint8Array[];
  fingerprints: (string | null)[];
  at: Date;
}

/** The length of the arrays is hidden from the planner, as with `numbers`. */
const asked = ({ keyHashes, fingerprints }: AskedTogether) =>
  sql<{ key_hash: Uint8Array; fingerprint: string | null; place: number }>`unnest(
    (SELECT ${keyHashes}::bytea[])::bytea[], (SELECT ${fingerprints}::text[])::text[])
    WITH ORDINALITY`.as<"asked">(sql`asked (key_hash, fingerprint, place)`);

/** All that answers to `validate` say, by one statement: sold software asks at every start. */
const findValidated = fixedStatement((query, values: AskedTogether) =>
  query
    .selectFrom(asked(values))
    .innerJoin("licenses as license", "license.key_hash", "asked.key_hash")
    .leftJoin("license_devices as device", (join) =>
      join
        .onRef("device.license_id", "=", "license.id")
        .onRef("device.fingerprint", "=", "asked.fingerprint"),
    )
    .select((row) => [
      sql<number>`asked.place::int`.as("place"),
      "license.public_id as publicId",
      "license.status",
      "license.product",
      "license.plan",
      sql<string[]>`${row.ref("license.entitlements")}`.as("entitlements"),
      "license.max_devices as maxDevices",
      "license.lease_minutes as leaseMinutes",
      "license.expires_at as expiresAt",
      "device.id as deviceId",
      "device.lease_ends_at as leaseEndsAt",
      row
        .selectFrom("license_devices as seat")
        .whereRef("seat.license_id", "=", "license.id")
        .where((seat) =>
          seat.or([
            seat("seat.lease_ends_at", "is", null),
            seat("seat.lease_ends_at", ">", typed(values.at, "timestamptz")),
          ]),
        )
        .select(sql<number>`count(*)::int`.as("count"))
        .as("devicesUsed"),
    ]),
);

/** The licenses of these keys with their seats, and the devices that ask; none for a key that does not exist. */
export async function findLicensesToValidate(reader: SqlReader, questions: readonly Asked[], at: Date) {
  const rows = await findValidated(reader, {
    keyHashes: questions.map(({ keyHash }) => keyHash),
    fingerprints: questions.map(({ fingerprint }) => fingerprint),
    at,
  });
  return new Map(rows.map((row) => [questions[row.place - 1], row]));
}
