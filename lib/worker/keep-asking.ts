import type { WorkerEvents } from "graphile-worker";
import type { PoolClient } from "pg";

/**
 * The connection on which the queue listens sends nothing by itself: one that went silent would never be noticed, and would
 * be one of the pool's few for ever. A statement on it fails, and the queue takes another connection.
 */
export function keepAsking(events: WorkerEvents): { ask(): void } {
  const listeners = new Set<PoolClient>();
  events.on("pool:listen:success", ({ client }) => listeners.add(client));
  events.on("pool:listen:release", ({ client }) => listeners.delete(client));
  return {
    ask() {
      for (const client of listeners) client.query("SELECT 1").catch(() => listeners.delete(client));
    },
  };
}
