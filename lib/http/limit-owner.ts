import type { Actor } from "../accounts/actor";
import { type LimitName, limitDefinition } from "../config/limits";
import { networkOf } from "../core/ip-ranges";

function actorKey(
  actor: { kind: string; userId?: number; siteId?: number; staffId?: number },
  ip: string,
): string {
  return `${actor.kind}:${actor.userId ?? actor.siteId ?? actor.staffId ?? ip}`;
}

/** Whose calls a limit counts together. */
export const limitOwner = (limit: LimitName, actor: Actor, ip: string): string =>
  limitDefinition(limit).by === "network" ? networkOf(ip) : actorKey(actor, ip);
