import { db } from "@/lib/db/client";

/** Until another connection to this database waits for a row. */
export async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const rows = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    if (rows.length > 0) return;
  }
}
