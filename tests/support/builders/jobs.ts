import { db } from "@/lib/db/client";

/** A worker takes nobody for dead whose lock is younger than some seconds; a test does not wait for it. */
export const ageLocks = () =>
  db().$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`;
