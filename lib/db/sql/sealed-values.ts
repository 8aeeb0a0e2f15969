import { type RawBuilder, sql } from "kysely";
import type { SqlReader } from "../kysely";
import { incoming, keyIdOf, type SealedColumn } from "../sealed/sealed-columns";
import { literal } from "../sql-pieces";

// Tables and columns are named by `sealedColumns`: Kysely types only names that stand in the code.

const keyNames = ({ key }: SealedColumn) => sql.join(Object.keys(key).map((name) => sql.ref(name)));

const casts = ({ key }: SealedColumn, suffix: "" | "[]", values: readonly unknown[]) =>
  sql.join(Object.values(key).map((type, n) => sql`${values[n]}${sql.raw(`::${type}${suffix}`)}`));

/** The key values of some rows, one array a column of the key. */
const arrays = (column: SealedColumn, rows: readonly { at: string[] }[]) =>
  casts(
    column,
    "[]",
    Object.keys(column.key).map((_, n) => rows.map(({ at }) => at[n])),
  );

const keyTexts = ({ key }: SealedColumn) =>
  sql`ARRAY[${sql.join(Object.keys(key).map((name) => sql`${sql.ref(name)}::text`))}]`;

const sealedText = ({ read, column }: SealedColumn): RawBuilder<Buffer> => sql.raw(read ?? column);

interface SealedRow {
  /** The primary key. */
  at: string[];
  keyId: string | null;
}

/** The next rows along the primary key, with the name of the key that sealed their value. */
export async function readSealedRows(
  tx: SqlReader,
  column: SealedColumn,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<SealedRow[]> {
  const names = keyNames(column);
  const from = after ? sql`WHERE (${names}) > (${casts(column, "", after)})` : sql``;
  const { rows } = await sql<SealedRow>`
    SELECT ${keyTexts(column)} AS at, ${sql.raw(keyIdOf(column))} AS "keyId" FROM ${sql.table(column.table)} ${from}
    ORDER BY ${names} LIMIT ${literal(limit)}`.execute(tx.sql);
  return rows;
}

export interface SealedValue {
  at: string[];
  sealed: Buffer;
  aad: string;
}

/** Locks those rows; one that somebody else holds is left out, and found again by the next walk. */
export async function lockSealedValues(
  tx: SqlReader,
  column: SealedColumn,
  rows: readonly { at: string[] }[],
): Promise<SealedValue[]> {
  const locked = await sql<SealedValue>`
    SELECT ${keyTexts(column)} AS at, ${sealedText(column)} AS sealed, ${sql.raw(column.aad)} AS aad
    FROM ${sql.table(column.table)} AS t WHERE (${keyNames(column)}) IN (SELECT * FROM unnest(${arrays(column, rows)}))
    FOR NO KEY UPDATE OF t SKIP LOCKED`.execute(tx.sql);
  return locked.rows;
}

export async function updateSealedValues(
  tx: SqlReader,
  column: SealedColumn,
  rows: readonly { at: string[]; sealed: Uint8Array }[],
): Promise<void> {
  const keys = Object.keys(column.key);
  const names = sql.join(keys.map((_, n) => sql.id(`k${n}`)));
  const change = sql.raw(`${column.column} = ${column.write ?? incoming}`);
  await sql`
    UPDATE ${sql.table(column.table)} AS t SET ${change}
    FROM unnest(${arrays(column, rows)}, ${rows.map(({ sealed }) => sealed)}::bytea[]) AS incoming (${names}, sealed)
    WHERE (${sql.join(keys.map((name) => sql.ref(`t.${name}`)))}) = (${names})`.execute(tx.sql);
}

/** The newest value of a column, null when it has none. */
export async function readNewestSealed(
  reader: SqlReader,
  column: SealedColumn,
): Promise<{ sealed: Buffer; aad: string } | null> {
  const newest = sql.join(Object.keys(column.key).map((name) => sql`${sql.ref(name)} DESC`));
  const { rows } = await sql<{ sealed: Buffer; aad: string }>`
    SELECT ${sealedText(column)} AS sealed, ${sql.raw(column.aad)} AS aad FROM ${sql.table(column.table)}
    WHERE ${sealedText(column)} IS NOT NULL ORDER BY ${newest} LIMIT 1`.execute(reader.sql);
  return rows[0] ?? null;
}

/** Whether one of these keys sealed a value of the column. Reads the whole table. */
export async function hasValueSealedBy(
  tx: SqlReader,
  column: SealedColumn,
  keyIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM ${sql.table(column.table)} WHERE ${sql.raw(keyIdOf(column))} = ANY (${[...keyIds]}) LIMIT 1`.execute(
    tx.sql,
  );
  return rows.length > 0;
}

/** The name of the key that sealed the newest secret, undefined when there is none. */
export async function readNewestSecretKeyId(tx: SqlReader): Promise<string | undefined> {
  const newest = await tx.sql
    .selectFrom("secrets")
    .select((secret) =>
      sql<string>`encode(substring(${secret.ref("content_sealed")} FROM 2 FOR 4), 'hex')`.as("keyId"),
    )
    .orderBy("id", "desc")
    .limit(literal(1))
    .executeTakeFirst();
  return newest?.keyId;
}

export const withoutTimeout = (tx: SqlReader) => sql`SET LOCAL statement_timeout = 0`.execute(tx.sql);
