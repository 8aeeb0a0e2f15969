import { limitOf } from "@/lib/config/limits";
import { now } from "@/lib/core/clock";
import { isAppError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/formats/ip-ranges";
import { log } from "@/lib/core/process/log";
import { consumeNetworkLimit } from "@/lib/db/rate-limit";
import { clientIp, standsForMany } from "@/lib/http/caller/client-info";
import type { Handler } from "./front-door";
import { readerOf } from "./header-reader";
import { refuse } from "./refuse";

const pictures = /^\/(?:_next|media|brand|share|sample)\/|^\/(?:favicon\.ico|icon\.svg|sw\.js)(?:\?|$)/;
const minuteMs = 60_000;
const maxKnown = 10_000;

/**
 * Counts what one network asks of the pages, over all processes. The first thirtieth of a minute's share is counted here alone: a usual
 * visitor costs no statement. What is not named as a proxy and may be one is not counted, nor is anybody while the database is away.
 */
export function limitPages(next: Handler): Handler {
  const begun = new Map<string, { count: number; until: number }>();

  function isBeginning(key: string, free: number): boolean {
    const at = now().getTime();
    let window = begun.get(key);
    if (!window || window.until <= at) {
      if (begun.size >= maxKnown) begun.clear();
      window = { count: 0, until: at + minuteMs };
      begun.set(key, window);
    }
    window.count += 1;
    return window.count <= free;
  }

  return async (incoming, outgoing) => {
    const ip = clientIp(readerOf(incoming));
    if (standsForMany(ip)) return next(incoming, outgoing);
    const name = pictures.test(incoming.url ?? "/") ? "picture" : "page";
    const free = Math.floor(limitOf(name).limit / 30);
    if (isBeginning(`${name} ${networkOf(ip)}`, free)) return next(incoming, outgoing);
    try {
      await consumeNetworkLimit(name, ip);
    } catch (error) {
      if (isAppError(error, "rate_limited")) {
        const wait = { "retry-after": String(error.retryAfter ?? 1) };
        return refuse(outgoing, { status: 429, said: error.refusal }, wait);
      }
      log.warn({ error }, "the limit of pages could not be asked");
    }
    return next(incoming, outgoing);
  };
}
