import { db } from "./client";

/** Seconds by which this process's clock is ahead of the database's; negative when it is behind. */
export async function measureClockSkew(): Promise<number> {
  const before = Date.now();
  const [row] = await db().$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  const after = Date.now();
  const databaseMs = row?.ms ?? before;
  // The database read its clock at some moment between the two.
  if (databaseMs < before) return (before - databaseMs) / 1000;
  return databaseMs > after ? (after - databaseMs) / 1000 : 0;
}
