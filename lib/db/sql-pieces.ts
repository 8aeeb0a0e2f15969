import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { now } from "../core/clock";
import type { SqlReader } from "./kysely";

type CastType =
  | "int4"
  | "int8"
  | "numeric"
  | "text"
  | "timestamptz"
  | "boolean"
  | "bytea"
  | "jsonb"
  | "text[]"
  | "int4[]";

/** A parameter whose type PostgreSQL cannot infer from its place, as in the list of a SELECT. */
export const typed = <T>(value: T, type: CastType): RawBuilder<T> => sql<T>`${value}::${sql.raw(type)}`;

/** The same for a column's enum, named as in the database. */
export const typedEnum = <T extends string>(value: T, name: string): RawBuilder<T> =>
  sql<T>`${value}::${sql.id(name)}`;

/** A whole number that stands in the text itself, for a LIMIT: the planner has to know how few rows are meant. */
export const literal = (value: number): RawBuilder<number> => sql.lit(Math.trunc(value));

/** Condition on a state that stands in the text itself: the planner knows which partial index holds such rows. */
export const isAnyOf = (column: string, states: readonly string[]): RawBuilder<boolean> =>
  states.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${sql.lit(states[0])}`
    : sql<boolean>`${sql.ref(column)} IN (${sql.join(states.map((state) => sql.lit(state)))})`;

/**
 * The numbers of a prepared statement's array, whose length the planner does not see. Where it does, a plan made for the two numbers
 * of this call looks cheaper than the one for any number, and each call is planned anew.
 */
export const numbers = (values: number[]): RawBuilder<number[]> =>
  sql<number[]>`(SELECT ${values}::int[])::int[]`;

/**
 * A condition for which the planner chooses no index. Its statistics of a large table are renewed rarely: when no order
 * waited at that time, it takes the partial index of waiting orders for almost empty and reads thousands of rows from it
 * instead of the one that is named. The indexes `orders_open_by_…` have this form as their predicate, and are still used.
 */
export const asFilter = (condition: Expression<SqlBool>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${condition}, false)`;

/**
 * Rows that a query chooses and locks, chosen once in a statement. The planner may run the query of an IN again for each row that it
 * looks at, and each run passes over the rows that the statement has changed: it would take one after the other.
 */
export const anyChosenBy = (query: Expression<unknown>): RawBuilder<number> =>
  sql<number>`ANY (ARRAY(${query}))`;

/** Restores what was before the savepoint, which stays. */
export const rollBackTo = (tx: SqlReader, savepoint: string) =>
  sql`ROLLBACK TO SAVEPOINT ${sql.id(savepoint)}`.execute(tx.sql);
export const setSavepoint = (tx: SqlReader, savepoint: string) =>
  sql`SAVEPOINT ${sql.id(savepoint)}`.execute(tx.sql);

/** Numbers rows in the order given. @returns how many there were */
export async function numberRows(
  tx: SqlReader,
  table: "banners" | "categories" | "payment_channels",
  ids: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} AS numbered SET sort_order = wanted.place, updated_at = ${now()}
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted (id, place)
    WHERE numbered.id = wanted.id`.execute(tx.sql);
  return Number(numAffectedRows ?? 0);
}
