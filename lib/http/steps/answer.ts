import type { z } from "zod";
import type { LimitName } from "../../config/limits";
import { AppError } from "../../core/errors";
import { log } from "../../core/process/log";
import type { Problem } from "../../core/refusals/refusal";
import { awayRetrySeconds, isDatabaseAway } from "../../db/connections/connection-problem";
import { cachedAnswer, forgetAnswersUnder, isKept } from "../answer/answer-cache";
import { etagOf, knowsEtag } from "../answer/etag";
import { markReady } from "../answer/ready-answer";
import { corsOf, failure, isForAnyOrigin, notModified, repeatHeader, success } from "../answer/respond";
import { clientIp, readErrorLocale } from "../caller/client-info";
import { limitUnproved } from "../caller/signed-call";
import { loggedPath } from "../logged-request";
import type { RouteCache } from "../route-options";
import { errorTable, type Surface } from "../surfaces";
import type { Call } from "./call";
import { limitHeldCaller } from "./limit";

/** Sends what a handler made itself, with the headers of every answer. */
export function answerRaw({ reply }: Call, made: unknown): Response {
  if (!(made instanceof Response)) throw new Error("A raw route must make its Response");
  made.headers.set("X-Request-Id", reply.requestId);
  for (const [name, value] of Object.entries(corsOf(reply))) made.headers.set(name, value);
  return made;
}

export function answerPlain({ reply, trace }: Call, data: unknown): Response {
  if (trace.isRepeat) reply.headers = { ...reply.headers, [repeatHeader]: "true" };
  return success(reply, JSON.stringify(data));
}

type CacheOf<D> = Omit<RouteCache<z.ZodType>, "tagged"> & { tagged?: (data: D) => unknown };

/** Sends an answer that is kept for a moment under the path and what was read of it, and is the same for everybody. */
export async function answerKept<D>(
  call: Call,
  build: () => Promise<D>,
  { cache, key, openLimit }: { cache: CacheOf<D>; key: string; openLimit: LimitName | undefined },
): Promise<Response> {
  const { request, reply } = call;
  const kept = await cachedAnswer(key, async () => {
    const data = await build();
    const dataJson = JSON.stringify(data);
    return { dataJson, etag: etagOf(cache.tagged ? JSON.stringify(cache.tagged(data)) : dataJson) };
  });
  const { dataJson, etag } = kept;
  const maxAge = `public, max-age=${cache.maxAge}, stale-while-revalidate=${cache.staleWhileRevalidate}`;
  reply.headers = { "Cache-Control": maxAge, ETag: etag };
  if (knowsEtag(request, etag)) return notModified(reply);
  const whole = success(reply, dataJson);
  if (request.method === "GET" && openLimit && isForAnyOrigin())
    markReady(whole, {
      isCurrent: () => isKept(key, kept),
      admit: (headers) => limitHeldCaller(openLimit, clientIp(headers)),
    });
  return whole;
}

/** Drops the kept answers about one product; those about others stay. */
const forgetStock = (product: string | undefined) =>
  forgetAnswersUnder(`/api/v1/public/products${product === undefined ? "" : `/${product}?`}`);

/** An answer with what its log says of it: 0 and null, unless it was refused. */
export interface Answered {
  response: Response;
  statusCode: number;
  told: Problem | null;
}

/** Says in the caller's language why a call is refused, or that something failed. */
export async function answerRefused(call: Call, surface: Surface, error: unknown): Promise<Answered> {
  const { request, reply, path } = call;
  let refusal = toRefusal(error);
  if (call.signedAs) refusal = await limitUnproved(call, refusal).catch(() => refusal);
  if (refusal.kind === "insufficient_stock") forgetStock(refusal.options.product);
  if (!(error instanceof AppError))
    log.error({ error, path: loggedPath(path), method: request.method }, "request failed");
  reply.headers = {};
  const locale = await readErrorLocale(request.headers, reply.actor);
  return {
    response: failure(reply, surface, refusal, locale),
    statusCode: errorTable(surface)[refusal.kind].code,
    told: refusal.told,
  };
}

/** A fault that nobody foresaw is ours, unless the database is away. */
export function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error))
    return new AppError("unavailable", "shop_away", { retryAfter: awayRetrySeconds });
  return new AppError("internal", "internal");
}
