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

/** Calls of agent sites in the last hour. Those of unknown keys are nobody's. */
export const readRequestHealth = (): Promise<CallHealthRow[]> => db().$queryRaw<CallHealthRow[]>`
  SELECT s.id, s.name, count(*)::int AS calls, (count(*) FILTER (WHERE r.http_status <> 200))::int AS failed,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY r.latency_ms)::int AS median_ms,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY r.latency_ms)::int AS p95_ms
  FROM request_logs r JOIN sites s ON s.id = r.site_id
  WHERE r.created_at > ${addSeconds(now(), -hour)}
  GROUP BY s.id ORDER BY failed DESC, calls DESC, s.id LIMIT 20`;

/** Attempts to deliver a callback in the last day. One without an outcome is still under way. */
export const readCallbackHealth = (): Promise<CallHealthRow[]> => db().$queryRaw<CallHealthRow[]>`
  SELECT s.id, s.name, count(*)::int AS calls,
    (count(*) FILTER (WHERE a.http_status IS NULL OR a.http_status NOT BETWEEN 200 AND 299))::int AS failed,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY a.latency_ms)::int AS median_ms,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY a.latency_ms)::int AS p95_ms
  FROM callback_attempts a JOIN callbacks c ON c.id = a.callback_id JOIN sites s ON s.id = c.site_id
  WHERE a.created_at > ${addSeconds(now(), -day)} AND (a.http_status IS NOT NULL OR a.error IS NOT NULL)
  GROUP BY s.id ORDER BY failed DESC, calls DESC, s.id LIMIT 20`;

/** Callbacks that main sites sent us in the last day. */
export const readReceivedHealth = (): Promise<CallHealthRow[]> => db().$queryRaw<CallHealthRow[]>`
  SELECT n.id, n.name, count(*)::int AS calls, (count(*) FILTER (WHERE l.result = 'refused'))::int AS failed,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY l.latency_ms)::int AS median_ms,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY l.latency_ms)::int AS p95_ms
  FROM callback_logs l JOIN connections n ON n.id = l.connection_id
  WHERE l.created_at > ${addSeconds(now(), -day)}
  GROUP BY n.id ORDER BY failed DESC, calls DESC, n.id LIMIT 20`;
