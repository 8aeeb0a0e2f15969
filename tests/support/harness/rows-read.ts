import type pg from "pg";
import { deepestRow } from "@/lib/core/paging";
import { growingTables } from "../builders/grown-shop";
import type { Statement } from "./statements";

/** Rows that a list may read more of a larger shop: a page of it and what belongs to them. */
const slack = 250;

const everGrowing = [
  ...growingTables,
  "alerts",
  "audit_logs",
  "notification_attempts",
  "notification_deliveries",
  "operator_events",
  "sync_runs",
];

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

function rowsIn(
  node: PlanNode,
  tables: readonly string[],
  found: Map<string, number> = new Map(),
): Map<string, number> {
  for (const plan of node.Plans ?? []) rowsIn(plan, tables, found);
  const table = node["Relation Name"];
  if (!table || !tables.includes(table)) return found;
  const each =
    (node["Actual Rows"] ?? 0) +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return found.set(table, (found.get(table) ?? 0) + Math.round(each * (node["Actual Loops"] ?? 1)));
}

/** How many rows of each of these tables the statement reads when it runs once more. */
async function explain(
  client: pg.Client,
  { text, values }: Statement,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const parameters = values.map((value) => (value instanceof Date ? value.toISOString() : value));
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>({
    text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values: parameters,
  });
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  return plan ? rowsIn(plan, tables) : new Map();
}

const isRead = ({ text }: Statement) =>
  /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text);
/** A list counts its rows up to the deepest that it shows. */
const isCapped = ({ values }: Statement) => values.some((value) => String(value) === String(deepestRow + 1));

export type Reads = Map<string, { rows: number; statement: string }>;

/** Adds up the rows that these statements read of each growing table, with the statement that reads most of it. */
export async function readsOf(
  client: pg.Client,
  statements: readonly Statement[],
  tables: readonly string[] = everGrowing,
): Promise<Reads> {
  const reads: Reads = new Map();
  for (const statement of statements.filter((one) => isRead(one) && !isCapped(one)))
    for (const [table, rows] of await explain(client, statement, tables)) {
      const known = reads.get(table) ?? { rows: 0, statement: "" };
      reads.set(table, {
        rows: known.rows + rows,
        statement: rows > known.rows ? statement.text : known.statement,
      });
    }
  return reads;
}

/** Finds the places that read more in the larger shop. */
export const grownReads = (before: ReadonlyMap<string, Reads>, after: ReadonlyMap<string, Reads>): string[] =>
  [...after].flatMap(([place, reads]) =>
    [...reads].flatMap(([table, { rows, statement }]) => {
      const then = before.get(place)?.get(table)?.rows ?? 0;
      const said = `${place}: ${table} ${then} -> ${rows}: ${statement.replace(/\s+/g, " ").slice(0, 200)}`;
      return rows > then + slack ? [said] : [];
    }),
  );
