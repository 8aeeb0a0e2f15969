import { type RawBuilder, sql } from "kysely";
import { now } from "../../core/clock";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import { addedJobs, type NewJob, writeJobs } from "../../jobs/sql/add-job";
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from "../state";

/** A change of an order's states, from those that lead there. */
export interface OrderUpdate {
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** Null: it stays. */
  payment: { from: readonly PaymentStatus[]; to: PaymentStatus } | null;
  fulfillment: FulfillmentStatus | null;
  /** Only an order whose time was over by then. */
  expiredBy?: Date;
  /** Which of its times is now. A payment also opens what was closed. */
  isPaid?: boolean;
  isClosed?: boolean;
  isDelivered?: boolean;
  refundedCents?: bigint;
}

export interface FulfillmentUpdate {
  itemId: number;
  from: readonly FulfillmentStatus[];
  to: FulfillmentStatus;
  reason: string | null;
}

export interface NewOrderEvent {
  kind: string;
  actor: string;
  data: object;
}

/** Changes of an order at once. */
export interface OrderChange {
  update?: OrderUpdate | undefined;
  fulfillments?: readonly FulfillmentUpdate[];
  events?: readonly NewOrderEvent[];
  jobs?: readonly NewJob[];
}

interface Values {
  orderId: number;
  at: Date;
  from: readonly string[];
  to: string | null;
  paymentFrom: readonly string[] | null;
  payment: string | null;
  fulfillment: string | null;
  expiredBy: Date | null;
  isPaid: boolean;
  isClosed: boolean;
  isDelivered: boolean;
  refundedCents: bigint;
  fulfillments: string;
  events: string;
  jobs: string;
}

const movedOrder = (change: Values) => sql`
  UPDATE orders o SET status = ${change.to}::order_status,
    payment_status = coalesce(${change.payment}::payment_status, o.payment_status),
    fulfillment_status = coalesce(${change.fulfillment}::fulfillment_status, o.fulfillment_status),
    paid_at = CASE WHEN ${change.isPaid}::boolean THEN ${change.at}::timestamptz ELSE o.paid_at END,
    closed_at = CASE WHEN ${change.isClosed}::boolean THEN ${change.at}::timestamptz
      WHEN ${change.isPaid}::boolean THEN NULL ELSE o.closed_at END,
    delivered_at = CASE WHEN ${change.isDelivered}::boolean THEN ${change.at}::timestamptz ELSE o.delivered_at END,
    refunded_cents = o.refunded_cents + ${change.refundedCents}::bigint, updated_at = ${change.at}::timestamptz
  WHERE o.id = ${change.orderId}::int AND o.status = ANY (${change.from}::text[]::order_status[])
    AND (${change.paymentFrom}::text[] IS NULL OR o.payment_status = ANY (${change.paymentFrom}::text[]::payment_status[]))
    AND (${change.expiredBy}::timestamptz IS NULL OR o.expire_at <= ${change.expiredBy}::timestamptz)
  RETURNING o.id`;

const movedFulfillments = ({ fulfillments, at }: Values) => sql`
  UPDATE fulfillments f SET status = moved."to", failure_reason = moved.reason, updated_at = ${at}::timestamptz,
    delivered_at = CASE WHEN moved."to" = 'ready' THEN ${at}::timestamptz ELSE f.delivered_at END
  FROM json_to_recordset(${fulfillments}::json) AS moved ("itemId" int, "from" fulfillment_status[], "to" fulfillment_status,
    reason text)
  WHERE f.order_item_id = moved."itemId" AND f.status = ANY (moved."from")
  RETURNING f.id`;

const history = ({ orderId, events, at }: Values) => sql`
  INSERT INTO order_events (order_id, kind, actor, data, created_at)
  SELECT ${orderId}::int, event.kind, event.actor, event.data, ${at}::timestamptz
  FROM ROWS FROM (json_to_recordset(${events}::json) AS (kind text, actor text, data jsonb)) WITH ORDINALITY
    AS event (kind, actor, data, place) ORDER BY event.place
  RETURNING id`;

/** The parts of a change, each a statement that returns a row for what it wrote. */
const parts = {
  moved_order: movedOrder,
  moved_fulfillments: movedFulfillments,
  history,
  added_jobs: ({ jobs }: Values) => sql`SELECT FROM ${addedJobs(jobs)}`,
} satisfies Record<string, (values: Values) => RawBuilder<unknown>>;

type Part = keyof typeof parts;
type Written = Partial<Record<Part, number>>;

const write = fixedStatement(
  (query, values: Values, { wanted }: { key: string; wanted: readonly Part[] }) => ({
    compile: () =>
      sql<Written>`
      WITH ${sql.join(wanted.map((part) => sql`${sql.id(part)} AS (${parts[part](values)})`))}
      SELECT ${sql.join(wanted.map((part) => sql`(SELECT count(*) FROM ${sql.id(part)})::int AS ${sql.id(part)}`))}`.compile(
        query,
      ),
  }),
);

/**
 * Writes what happens to an order at once by one statement: its states, those of its fulfillments, lines of its history, and
 * jobs. Each state moves only from one that leads there. The caller has locked the order.
 * @returns whether the order moved, and how many fulfillments did
 */
export async function writeOrderChange(
  tx: SqlReader,
  orderId: number,
  { update, fulfillments = [], events = [], jobs = [] }: OrderChange,
): Promise<{ isMoved: boolean; fulfillments: number }> {
  const wanted = [
    ...(update ? (["moved_order"] as const) : []),
    ...(fulfillments.length > 0 ? (["moved_fulfillments"] as const) : []),
    ...(events.length > 0 ? (["history"] as const) : []),
    ...(jobs.length > 0 ? (["added_jobs"] as const) : []),
  ];
  if (wanted.length === 0) return { isMoved: false, fulfillments: 0 };
  const values: Values = {
    orderId,
    at: now(),
    from: update?.from ?? [],
    to: update?.to ?? null,
    paymentFrom: update?.payment?.from ?? null,
    payment: update?.payment?.to ?? null,
    fulfillment: update?.fulfillment ?? null,
    expiredBy: update?.expiredBy ?? null,
    isPaid: update?.isPaid ?? false,
    isClosed: update?.isClosed ?? false,
    isDelivered: update?.isDelivered ?? false,
    refundedCents: update?.refundedCents ?? 0n,
    fulfillments: JSON.stringify(fulfillments),
    events: JSON.stringify(events),
    jobs: writeJobs(jobs),
  };
  const [written] = await write(tx, values, { key: wanted.join(), wanted });
  return { isMoved: written?.moved_order === 1, fulfillments: written?.moved_fulfillments ?? 0 };
}
