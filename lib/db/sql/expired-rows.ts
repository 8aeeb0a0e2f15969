import { type SqlBool, sql } from "kysely";
import type { Tables } from "../generated/tables";
import type { SqlReader } from "../kysely";
import { literal } from "../sql-pieces";

export interface ExpiredRows {
  table: keyof Tables;
  column: string;
  /** SQL: which of those rows, where not all of them. */
  only?: string;
}

/** Deletes at most `limit` rows whose time is before that. @returns how many */
export async function deleteExpired(
  writer: SqlReader,
  { table, column, only }: ExpiredRows,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const isExpired = sql<SqlBool>`${sql.ref(column)} < ${before} ${only ? sql`AND ${sql.raw(only)}` : sql``}`;
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${isExpired} LIMIT ${literal(limit)}))`.execute(writer.sql);
  return Number(numAffectedRows);
}
