import { sql } from "kysely";
import { fixedStatement } from "../../../db/fixed-statement";
import type { SqlReader } from "../../../db/kysely";
import { numbers } from "../../../db/sql-pieces";
import { callbackSources } from "../schema";

interface EventJson {
  id: string;
  kind: string;
  data: unknown;
  createdAt: string;
  isKept: boolean;
}

export interface CallbackSource {
  id: bigint;
  kind: string;
  data: unknown;
  createdAt: Date;
  /** Its callback exists. */
  isKept: boolean;
}

/** Finds among these orders the ones of agents that are told of them by callbacks. */
export async function findToldOrders(reader: SqlReader, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await selectTold(reader, { orderIds: [...orderIds] });
  return new Set(rows.map(({ id }) => id));
}

const selectTold = fixedStatement((query, { orderIds }: { orderIds: number[] }) =>
  query
    .selectFrom("orders as o")
    .innerJoin("sites as site", "site.id", "o.site_id")
    .where((row) => sql<boolean>`${row.ref("o.id")} = ANY (${numbers(orderIds)})`)
    .where("site.callback_url", "is not", null)
    .select("o.id"),
);

/** Where an agent's order is told of, and the lines of its history that it is told for, the oldest first. */
export async function findCallbackSources(reader: SqlReader, orderId: number) {
  const row = await reader.sql
    .selectFrom("orders as o")
    .innerJoin("site_orders as agents", "agents.order_id", "o.id")
    .innerJoin("sites as site", "site.id", "o.site_id")
    .where("o.id", "=", orderId)
    .where("site.callback_url", "is not", null)
    .select([
      "site.id as siteId",
      "site.callback_disabled_at as disabledAt",
      "site.callback_failing_since as failingSince",
      "agents.downstream_order_no as downstreamOrderNo",
      sql<EventJson[]>`coalesce((
        SELECT json_agg(json_build_object('id', e.id::text, 'kind', e.kind, 'data', e.data, 'createdAt', e.created_at,
          'isKept', (SELECT c.id FROM callbacks c WHERE c.order_event_id = e.id) IS NOT NULL) ORDER BY e.id)
        FROM order_events e WHERE e.order_id = o.id AND e.kind = ANY (${Object.values(callbackSources).map(({ kind }) => kind)}::text[])), '[]')`.as(
        "events",
      ),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const events = row.events.map(
    ({ id, createdAt, ...event }): CallbackSource => ({
      ...event,
      id: BigInt(id),
      createdAt: new Date(createdAt),
    }),
  );
  return { ...row, events };
}
