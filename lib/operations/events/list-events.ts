import { addSeconds, now } from "../../core/clock";
import { isOneOf, isRecord } from "../../core/shapes/records";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { type ShopEventType, shopEventTypes } from "../../notifications/outbound/schema";
import { keptSeconds, publishSome } from "./publish-events";
import { type EventQuery, eventIdPattern } from "./schema";
import { nameEvent } from "./tell-programs";

/** A process of the former version does not answer what it does not know: the caller comes again, and misses nothing. */
function knownType(type: string): ShopEventType {
  if (!isOneOf(shopEventTypes, type)) throw new Error(`The event ${type} is of another version`);
  return type;
}

/** Events behind one that the caller has, in order. Nothing is ever added before one that was answered. */
export async function listEvents({ after, type, limit }: EventQuery) {
  const mayWait = await publishSome("reader");
  const last = after === undefined ? 0n : BigInt(eventIdPattern.exec(after)?.[1] ?? 0);
  const rows = await db().shopEvent.findMany({
    where: {
      id: { gt: last },
      createdAt: { gte: addSeconds(now(), -keptSeconds) },
      ...(type ? { type } : {}),
    },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return {
    events: rows.slice(0, limit).map((row) => ({
      id: nameEvent(row.id),
      type: knownType(row.type),
      created_at: toTime(row.createdAt),
      data: isRecord(row.data) ? row.data : {},
    })),
    has_more: mayWait || rows.length > limit,
  };
}
