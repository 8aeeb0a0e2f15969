import { now } from "../core/clock";
import { type Lease, takeFromLease } from "../db/leases";
import { pushBucket } from "./sql";

export interface Bucket {
  name: string;
  perMinute: number;
  burst: number;
}

/**
 * The bucket is a single point in time, shared by all processes, that every token pushes forward by one interval; it may
 * run ahead by `burst` intervals.
 */
async function push(key: string, tokens: number, { perMinute, burst }: Bucket): Promise<Lease> {
  const intervalMs = 60_000 / perMinute;
  const { isAdmitted, aheadMs } = await pushBucket({ key, tokens, intervalMs, burst });
  // A token that is not used by the time it would have come back anyway is void: waiting must not add up to a second burst.
  if (isAdmitted) return { left: tokens, until: new Date(now().getTime() + tokens * intervalMs) };
  const waitMs = Math.max(1, (aheadMs ?? 0) - intervalMs * (burst - 1));
  return { left: 0, until: new Date(now().getTime() + waitMs) };
}

async function takeLease(key: string, bucket: Bucket): Promise<Lease> {
  const tenth = Math.max(1, Math.floor(bucket.burst / 10));
  const lease = await push(key, tenth, bucket);
  return lease.left > 0 || tenth === 1 ? lease : push(key, 1, bucket);
}

/** Takes a token of a caller's bucket, a tenth of the burst at a time. @returns seconds to wait when it is empty */
export async function limitSiteCalls(direction: string, bucket: Bucket): Promise<number | null> {
  const key = `${direction}:${bucket.name}`;
  const refusedUntil = await takeFromLease(key, () => takeLease(key, bucket));
  return refusedUntil && Math.max(1, Math.ceil((refusedUntil.getTime() - now().getTime()) / 1000));
}
