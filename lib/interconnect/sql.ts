import { type Expression, type SqlBool, sql } from "kysely";
import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";

/** How calls went, of one partner: what its logs of the last hour or day add up to. */
export interface CallHealthRow {
  id: number;
  name: string;
  calls: number;
  failed: number;
  median_ms: number | null;
  p95_ms: number | null;
}

const hour = 3600;
const day = 24 * hour;

const callFigures = (latency: Expression<number | null>, hasFailed: Expression<SqlBool>) =>
  [
    sql<number>`count(*)::int`.as("calls"),
    sql<number>`(count(*) FILTER (WHERE ${hasFailed}))::int`.as("failed"),
    sql<number | null>`percentile_disc(0.5) WITHIN GROUP (ORDER BY ${latency})::int`.as("median_ms"),
    sql<number | null>`percentile_disc(0.95) WITHIN GROUP (ORDER BY ${latency})::int`.as("p95_ms"),
  ] as const;

/** Calls of agent sites in the last hour. Those of unknown keys belong to no site. */
export const readRequestHealth = (): Promise<CallHealthRow[]> =>
  db()
    .sql.selectFrom("request_logs as log")
    .innerJoin("sites as partner", "partner.id", "log.site_id")
    .select(["partner.id", "partner.name"])
    .select((log) => callFigures(log.ref("log.latency_ms"), log("log.http_status", "<>", sql.lit(200))))
    .where("log.created_at", ">", addSeconds(now(), -hour))
    .groupBy("partner.id")
    .orderBy("failed", "desc")
    .orderBy("calls", "desc")
    .orderBy("partner.id")
    .limit(20)
    .execute();

/** Attempts to deliver a callback in the last day. One without an outcome is still under way. */
export const readCallbackHealth = (): Promise<CallHealthRow[]> =>
  db()
    .sql.selectFrom("callback_attempts as attempt")
    .innerJoin("callbacks as callback", "callback.id", "attempt.callback_id")
    .innerJoin("sites as partner", "partner.id", "callback.site_id")
    .select(["partner.id", "partner.name"])
    .select((attempt) =>
      callFigures(
        attempt.ref("attempt.latency_ms"),
        attempt.or([
          attempt("attempt.http_status", "is", null),
          attempt("attempt.http_status", "<", sql.lit(200)),
          attempt("attempt.http_status", ">", sql.lit(299)),
        ]),
      ),
    )
    .where("attempt.created_at", ">", addSeconds(now(), -day))
    .where((attempt) =>
      attempt.or([attempt("attempt.http_status", "is not", null), attempt("attempt.error", "is not", null)]),
    )
    .groupBy("partner.id")
    .orderBy("failed", "desc")
    .orderBy("calls", "desc")
    .orderBy("partner.id")
    .limit(20)
    .execute();

/** Callbacks that main sites sent us in the last day. */
export const readReceivedHealth = (): Promise<CallHealthRow[]> =>
  db()
    .sql.selectFrom("callback_logs as log")
    .innerJoin("connections as partner", "partner.id", "log.connection_id")
    .select(["partner.id", "partner.name"])
    .select((log) => callFigures(log.ref("log.latency_ms"), log("log.result", "=", sql.lit("refused"))))
    .where("log.created_at", ">", addSeconds(now(), -day))
    .groupBy("partner.id")
    .orderBy("failed", "desc")
    .orderBy("calls", "desc")
    .orderBy("partner.id")
    .limit(20)
    .execute();

const clock = sql<Date>`clock_timestamp()`;
const milliseconds = (count: number) => sql`${count}::double precision * interval '1 millisecond'`;
const seconds = (count: number) => sql`${count} * interval '1 second'`;

/**
 * Pushes the point in time of a bucket forward by `tokens` intervals, unless it would then be more than `burst` intervals
 * ahead of the database's clock.
 */
export function pushBucket({
  key,
  tokens,
  intervalMs,
  burst,
}: {
  key: string;
  tokens: number;
  intervalMs: number;
  burst: number;
}): Promise<{ isAdmitted: SqlBool; aheadMs: number | null }> {
  const step = milliseconds(tokens * intervalMs);
  return db()
    .sql.with("pushed", (query) =>
      query
        .insertInto("rate_limits")
        .values({ key, count: 1, reset_at: sql<Date>`${clock} + ${step}` })
        .onConflict((row) =>
          row
            .column("key")
            .doUpdateSet((bucket) => ({
              reset_at: sql<Date>`greatest(${bucket.ref("rate_limits.reset_at")}, ${clock}) + ${step}`,
            }))
            .where(
              "rate_limits.reset_at",
              "<=",
              sql<Date>`${clock} + ${milliseconds(intervalMs * (burst - tokens))}`,
            ),
        )
        .returning("rate_limits.key"),
    )
    .selectNoFrom((row) => [
      row.exists(row.selectFrom("pushed").select("pushed.key")).as("isAdmitted"),
      row
        .selectFrom("rate_limits")
        .select((bucket) =>
          sql<number>`extract(epoch FROM ${bucket.ref("reset_at")} - ${clock})::double precision * 1000`.as(
            "ms",
          ),
        )
        .where("key", "=", key)
        .as("aheadMs"),
    ])
    .executeTakeFirstOrThrow();
}

export interface Nonce {
  scope: string;
  nonce: string;
  /** Unix seconds. It is kept from the later of this and the database's time on. */
  sentAt: number;
}

/** @returns those that were not inserted before, or have expired since. In one order, so that two batches cannot deadlock. */
export const insertNonces = (nonces: readonly Nonce[], keepSeconds: number) =>
  db()
    .sql.insertInto("nonces")
    .columns(["scope", "nonce", "expires_at"])
    .expression((query) =>
      query
        .selectFrom(
          sql<{
            scope: string;
            nonce: string;
            sent_at: number;
          }>`unnest(${nonces.map(({ scope }) => scope)}::text[],
            ${nonces.map(({ nonce }) => nonce)}::uuid[], ${nonces.map(({ sentAt }) => sentAt)}::double precision[])`.as<"sent">(
            sql`sent (scope, nonce, sent_at)`,
          ),
        )
        .select([
          "sent.scope",
          "sent.nonce",
          sql<Date>`greatest(${clock}, to_timestamp(sent.sent_at)) + ${seconds(keepSeconds)}`.as(
            "expires_at",
          ),
        ])
        .orderBy("sent.scope")
        .orderBy("sent.nonce"),
    )
    .onConflict((row) =>
      row
        .columns(["scope", "nonce"])
        .doUpdateSet((spent) => ({ expires_at: spent.ref("excluded.expires_at") }))
        .where("nonces.expires_at", "<=", clock),
    )
    .returning(["scope", "nonce"])
    .execute();

export async function insertOwnNonce(scope: string, nonce: string, keepSeconds: number): Promise<void> {
  await db()
    .sql.insertInto("nonces")
    .values({ scope, nonce, expires_at: sql<Date>`${clock} + ${seconds(keepSeconds)}` })
    .onConflict((row) => row.doNothing())
    .execute();
}
