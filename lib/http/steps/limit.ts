import type { Actor } from "../../acts/actor";
import { type LimitName, limitDefinition } from "../../config/limits";
import { consumeHeldNetworkLimit, consumeLimit, consumeNetworkLimit } from "../../db/rate-limit";

function actorKey(
  actor: { kind: string; userId?: number; siteId?: number; staffId?: number; token?: { id: number } | null },
  ip: string,
): string {
  if (actor.token) return `token:${actor.token.id}`;
  return `${actor.kind}:${actor.userId ?? actor.siteId ?? actor.staffId ?? ip}`;
}

const isByNetwork = (limit: LimitName) => limitDefinition(limit).by === "network";

/** Counts a call of a route for whom its limit counts. @throws AppError `rate_limited` */
export const limitCaller = (limit: LimitName, actor: Actor, ip: string): Promise<void> =>
  isByNetwork(limit) ? consumeNetworkLimit(limit, ip) : consumeLimit(limit, actorKey(actor, ip));

/** The same without asking the database. @returns false when `limitCaller` has to say */
export const limitHeldCaller = (limit: LimitName, ip: string): boolean =>
  isByNetwork(limit) && consumeHeldNetworkLimit(limit, ip);
