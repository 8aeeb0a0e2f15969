import { db } from "@/lib/db/client";

/** For a server that is to count its statements. */
export const countingSettings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
};

export async function startCountingStatements(): Promise<void> {
  await db().$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
  await db().$executeRaw`SELECT pg_stat_statements_reset()`;
}

interface Counted {
  calls: number;
  /** How often it was planned: a prepared statement has one plan, unless PostgreSQL finds a plan of each call's values cheaper. */
  plans: number;
  planMs: number;
  isNested: boolean;
  ms: number;
  pages: number;
  text: string;
}

/** The dearest statements since the count began, those of a baseline included. A nested one is part of another's time. */
export async function printStatements(flow: string): Promise<void> {
  const rows = await db().$queryRaw<Counted[]>`
    SELECT calls::int, plans::int, total_plan_time AS "planMs", NOT toplevel AS "isNested", total_exec_time + total_plan_time AS ms, shared_blks_hit::int AS pages,
      regexp_replace(query, '\\s+', ' ', 'g') AS text
    FROM pg_stat_statements WHERE calls > 10 ORDER BY ms DESC LIMIT 40`;
  console.log(`\nStatements of ${flow}: calls, plans, ms each, of it planning, pages each`);
  for (const { calls, plans, planMs, isNested, ms, pages, text } of rows) {
    const columns = [
      calls,
      plans,
      (ms / calls).toFixed(3),
      (planMs / calls).toFixed(3),
      Math.round(pages / calls),
    ];
    console.log(
      `${columns.map((value) => String(value).padStart(8)).join("")}  ${isNested ? "  in: " : ""}${text.slice(0, 110)}`,
    );
  }
}
