import { sql } from "kysely";
import { now } from "../core/clock";
import { db } from "../db/client";
import { fixedStatement } from "../db/fixed-statement";
import type { PaymentChannel } from "../db/generated/client";
import type { SqlReader } from "../db/kysely";

/** Each kind of number by its own index: one condition over all four would read every payment. */
export async function findPaymentIdsByNumber(number: string): Promise<number[]> {
  const payments = db().sql.selectFrom("payments as payment").select("payment.id");
  const rows = await payments
    .where("payment.payment_no", "=", number)
    .union(payments.where("payment.trade_no", "=", number))
    .union(
      payments.innerJoin("orders", "orders.id", "payment.order_id").where("orders.order_no", "=", number),
    )
    .union(
      payments
        .innerJoin("recharges as recharge", "recharge.id", "payment.recharge_id")
        .where("recharge.recharge_no", "=", number),
    )
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/** A test of settings that somebody changed meanwhile says nothing. `updated_at` is the settings' and stays. */
export const noteChannelTest = (
  tx: SqlReader,
  { id, problem, settingsOf }: { id: number; problem: string | null; settingsOf: Date },
) =>
  tx.sql
    .updateTable("payment_channels")
    .set({ tested_at: now(), test_passed: problem === null, test_problem: problem })
    .where("id", "=", id)
    .where("updated_at", "=", settingsOf)
    .execute();

interface PaymentUpdate {
  id: number;
  from: string[];
  to: string;
  at: Date;
  tradeNo: string | null;
  disposition: string | null;
  failure: string | null;
  /** Only while it can be paid nowhere. */
  isUnlinked: boolean;
}

const updateState = fixedStatement((query, update: PaymentUpdate) => ({
  compile: () =>
    sql<{ id: number }>`
      UPDATE payments p SET state = ${update.to}::payment_state, next_query_at = NULL,
        trade_no = coalesce(${update.tradeNo}::text, p.trade_no),
        paid_at = CASE WHEN ${update.to}::payment_state = 'paid' THEN ${update.at}::timestamptz ELSE p.paid_at END,
        disposition = coalesce(${update.disposition}::payment_disposition, p.disposition),
        failure = CASE WHEN ${update.to}::payment_state = 'closed' THEN p.failure ELSE ${update.failure}::text END
      WHERE p.id = ${update.id}::int AND p.state = ANY (${update.from}::text[]::payment_state[])
        AND (NOT ${update.isUnlinked}::boolean OR (p.pay_url IS NULL AND p.qr_code IS NULL))
      RETURNING p.id`.compile(query),
}));

/** @returns false when the payment is in none of the states `from` */
export const updatePaymentState = async (
  writer: SqlReader,
  update: Omit<PaymentUpdate, "at">,
): Promise<boolean> => (await updateState(writer, { ...update, at: now() })).length === 1;

interface AcceptedEvent {
  channelId: number | null;
  paymentId: number | null;
  source: string;
  verdict: string;
  reason: string | null;
  tradeNo: string | null;
  dedupeKey: string;
  redacted: string;
  ip: string | null;
  requestId: string | null;
  createdAt: Date;
}

const insertEvent = fixedStatement((query, event: AcceptedEvent) =>
  query
    .insertInto("payment_events")
    .values({
      channel_id: event.channelId,
      payment_id: event.paymentId,
      source: event.source,
      verdict: event.verdict,
      reason: event.reason,
      trade_no: event.tradeNo,
      dedupe_key: event.dedupeKey,
      redacted: event.redacted,
      ip: event.ip,
      request_id: event.requestId,
      created_at: event.createdAt,
    })
    .onConflict((row) => row.doNothing())
    .returning("id"),
);

/** @returns false when a message with this key was accepted before. Waits for an uncommitted transaction that accepts it. */
export const insertAcceptedEvent = async (writer: SqlReader, event: AcceptedEvent): Promise<boolean> =>
  (await insertEvent(writer, event)).length === 1;

const selectChannel = fixedStatement((query, { id }: { id: number }) =>
  query
    .selectFrom("payment_channels")
    .select((channel) => [
      "id",
      "name",
      "provider",
      "config_sealed as configSealed",
      "min_cents as minCents",
      "max_cents as maxCents",
      "fee_bps as feeBps",
      // The driver makes a Decimal of it, as Prisma does (lib/db/statement.ts).
      channel.ref("rate").$castTo<PaymentChannel["rate"]>().as("rate"),
      "rate_rounding as rateRounding",
      "is_active as isActive",
      "offer_rules as offerRules",
    ])
    .where("id", "=", id),
);

/** Reads the facts of its channel that a payment needs. @returns undefined when there is none. */
export const findChannelRow = async (reader: SqlReader, id: number) =>
  (await selectChannel(reader, { id }))[0];

/** @returns undefined when there is none. */
export const lockPaymentChannel = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("payment_channels").select("id").where("id", "=", id).forUpdate().executeTakeFirst();

export const lockRefundRow = (tx: SqlReader, refundNo: string) =>
  tx.sql.selectFrom("refunds").select("id").where("refund_no", "=", refundNo).forUpdate().execute();

/** By channel, since a moment: what came, what of it was refused, and what had to be asked for. The worst first. */
export const sumNotifications = (since: Date) =>
  db()
    .sql.selectFrom("payment_events as event")
    .innerJoin("payment_channels as channel", "channel.id", "event.channel_id")
    .where("event.created_at", ">", since)
    .where("event.source", "<>", "operator")
    .groupBy("channel.id")
    .select([
      "channel.id",
      "channel.name",
      sql<bigint>`count(*) FILTER (WHERE event.source = 'notification')`.as("notifications"),
      sql<bigint>`count(*) FILTER (WHERE event.source = 'notification' AND event.verdict = 'refused')`.as(
        "refused",
      ),
      sql<bigint>`count(*) FILTER (WHERE event.source = 'query' AND event.verdict = 'accepted')`.as("found"),
      sql<Date | null>`max(event.created_at) FILTER (WHERE event.source = 'notification'
        AND event.verdict IN ('accepted', 'duplicate'))`.as("last_good_at"),
    ])
    .orderBy(sql`count(*) FILTER (WHERE event.verdict = 'refused')::float / count(*)`, "desc")
    .orderBy("channel.id")
    .execute();

// Without Prisma: its updates would move `updated_at`, which is the settings'.

/** @returns whether it had failed before, in a call or in its last test */
export async function noteChannelGood(
  writer: SqlReader,
  { channelId, at }: { channelId: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ wasFailing: boolean }>`
    WITH former AS (SELECT id, failures > 0 OR test_passed IS FALSE AS failing FROM payment_channels WHERE id = ${channelId} FOR NO KEY UPDATE)
    UPDATE payment_channels AS channel
    SET last_good_at = ${at}, failing_since = NULL, failed_at = NULL, failures = 0, last_problem = NULL
    FROM former WHERE channel.id = former.id RETURNING former.failing AS "wasFailing"`.execute(writer.sql);
  return rows[0]?.wasFailing ?? false;
}

/** Failures before `since` are forgotten: they begin to count anew. @returns undefined when there is no such channel */
export async function noteChannelFailure(
  writer: SqlReader,
  { channelId, at, since, problem }: { channelId: number; at: Date; since: Date; problem: string },
): Promise<{ failures: number; name: string } | undefined> {
  const { rows } = await sql<{ failures: number; name: string }>`
    UPDATE payment_channels
    SET failures = CASE WHEN failed_at > ${since} THEN failures + 1 ELSE 1 END,
      failing_since = CASE WHEN failed_at > ${since} THEN coalesce(failing_since, ${at}) ELSE ${at} END,
      failed_at = ${at}, last_problem = ${problem}
    WHERE id = ${channelId} RETURNING failures, name`.execute(writer.sql);
  return rows[0];
}
