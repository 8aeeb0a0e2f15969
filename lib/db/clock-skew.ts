import { db } from "./client";
import { readDatabaseClock } from "./sql/clock";

/** Seconds by which this process's clock is ahead of the database's; negative when it is behind. */
export async function measureClockSkew(): Promise<number> {
  const before = Date.now();
  const databaseMs = (await readDatabaseClock(db())) ?? before;
  const after = Date.now();
  // The database read its clock at some moment between the two.
  if (databaseMs < before) return (before - databaseMs) / 1000;
  return databaseMs > after ? (after - databaseMs) / 1000 : 0;
}
