import { type Limit, type LimitName, limitDefinition, limitOf } from "../config/limits";
import { now, secondsFromNow } from "../core/clock";
import { AppError } from "../core/errors";
import { networkOf, siteNetworkOf } from "../core/formats/ip-ranges";
import { refusal } from "../core/refusals/refusal";
import { db } from "./client";
import { type Lease, takeFromHeldLease, takeFromLease } from "./leases";
import { addToWindow } from "./sql/rate-limits";

interface Window {
  count: number;
  resetAt: Date;
}

const add = (key: string, count: number, windowSeconds: number): Promise<Window> =>
  addToWindow(db(), key, count, secondsFromNow(windowSeconds));

/** @param key as `limitKey` writes it: the limit's name comes first */
const refuse = (key: string, { limit, windowSeconds }: Limit, resetAt: Date) => {
  const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - now().getTime()) / 1000));
  return new AppError("rate_limited", refusal("too_many_requests_wait", { seconds: retryAfter }), {
    retryAfter,
    quota: { name: key.replace(/:.*$/s, ""), limit, seconds: windowSeconds },
  });
};

/** @throws AppError `rate_limited` when the window, shared by all processes, is full. */
export async function consumeRateLimit(key: string, limit: Limit): Promise<void> {
  const window = await add(key, 1, limit.windowSeconds);
  if (window.count > limit.limit) throw refuse(key, limit, window.resetAt);
}

/** Takes one back from the count of the window, unless that window has ended. */
export async function refundRateLimit(key: string): Promise<void> {
  await db().rateLimit.updateMany({
    where: { key, resetAt: { gt: now() } },
    data: { count: { decrement: 1 } },
  });
}

async function takeLease(key: string, { limit, windowSeconds }: Limit): Promise<Lease> {
  const chunk = Math.max(1, Math.floor(limit / 30));
  const window = await add(key, chunk, windowSeconds);
  const granted = Math.min(chunk, chunk - (window.count - limit));
  return { left: Math.max(0, granted), until: window.resetAt };
}

/**
 * The same for hot reads: takes a thirtieth of the window from the database at a time and counts that down in memory,
 * so that the limit stays shared by all processes without a write a request.
 */
export async function consumeLeasedRateLimit(key: string, limit: Limit): Promise<void> {
  const refusedUntil = await takeFromLease(key, () => takeLease(key, limit));
  if (refusedUntil) throw refuse(key, limit, refusedUntil);
}

/** How the counts of the table in lib/config/limits.ts are kept, by the owner of a count. */
export const limitKey = (name: LimitName, owner: string): string => `${name}:${owner}`;

/** @throws AppError `rate_limited` */
export async function consumeLimit(name: LimitName, owner: string): Promise<void> {
  const consume = limitDefinition(name).isLeased ? consumeLeasedRateLimit : consumeRateLimit;
  await consume(limitKey(name, owner), limitOf(name));
}

/** How many times as much as one /64 a whole /48 may do. */
const siteTimes = 4;

/** The counts of a limit by network: the caller's own, and that of the site which its network may be one of many of. */
function networkCounts(name: LimitName, ip: string): { key: string; limit: Limit }[] {
  const own = { key: limitKey(name, networkOf(ip)), limit: limitOf(name) };
  const site = siteNetworkOf(ip);
  if (site === null) return [own];
  return [own, { key: limitKey(name, site), limit: { ...own.limit, limit: own.limit.limit * siteTimes } }];
}

/** `consumeLimit` of a limit that counts by network. @throws AppError `rate_limited` */
export async function consumeNetworkLimit(name: LimitName, ip: string): Promise<void> {
  const consume = limitDefinition(name).isLeased ? consumeLeasedRateLimit : consumeRateLimit;
  for (const { key, limit } of networkCounts(name, ip)) await consume(key, limit);
}

/** The same where this process holds tokens. @returns false when `consumeNetworkLimit` has to say */
export const consumeHeldNetworkLimit = (name: LimitName, ip: string): boolean =>
  limitDefinition(name).isLeased === true &&
  networkCounts(name, ip).every(({ key }) => takeFromHeldLease(key));

/** How many failures a window has that is still open. */
export async function findFailures(key: string): Promise<Window | null> {
  const row = await db().rateLimit.findUnique({ where: { key } });
  return row && row.resetAt > now() ? { count: row.count, resetAt: row.resetAt } : null;
}

export async function clearFailures(key: string): Promise<void> {
  await db().rateLimit.deleteMany({ where: { key } });
}
