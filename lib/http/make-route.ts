import type { z } from "zod";
import { requireProof } from "../accounts/staff/proof/proved-acts";
import type { Actor, ClientInfo } from "../acts/actor";
import { AppError } from "../core/errors";
import { newUuid } from "../core/ids";
import { log, withLogContext } from "../core/process/log";
import { tracing } from "../core/process/trace";
import { withReservedLane } from "../db/connections/laned-pool";
import { cachedAnswer, forgetAnswersUnder, isKept } from "./answer/answer-cache";
import { etagOf, knowsEtag } from "./answer/etag";
import { projectAnswer } from "./answer/project-answer";
import { markReady } from "./answer/ready-answer";
import { corsOf, failure, isForAnyOrigin, notModified, type Reply, success } from "./answer/respond";
import { toRefusal } from "./answer/to-refusal";
import { paramRecord, parseInput, queryRecord } from "./body/parse-input";
import { parseJson, readBody } from "./body/read-body";
import { clientIp, readClient, readErrorLocale } from "./caller/client-info";
import { limitCaller, limitHeldCaller } from "./caller/limit-caller";
import { type AuthMode, readActor } from "./caller/read-actor";
import {
  expectSignedCall,
  limitUnproved,
  proveSignedCall,
  type SignedCallRecord,
} from "./caller/signed-call";
import { clientRequestId, loggedCaller, loggedPath } from "./logged-request";
import type { RouteInput, RouteOptions } from "./route-options";
import { bodyCaps, errorTable, type Surface, strangersBodyCap } from "./surfaces";

type Schema = z.ZodType;

interface Context {
  params?: Promise<Record<string, string | string[]>>;
}

export interface RouteHandler {
  (request: Request, context?: Context): Promise<Response>;
  options: RouteOptions<AuthMode, Schema | undefined, Schema | undefined, Schema | undefined, Schema> & {
    surface: Surface;
  };
}

const bodyMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

function jsonBody(request: Request, rawBody: Uint8Array, surface: Surface): unknown {
  if (rawBody.byteLength === 0) return {};
  const type = request.headers.get("content-type") ?? "";
  if (surface === "storefront" && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported_media_type", "content_type");
  }
  return parseJson(rawBody, { refuseRepeatedKeys: surface === "interconnect" });
}

/** Drops the kept answers about one product; those about others stay. */
const forgetStock = (product: string | undefined) =>
  forgetAnswersUnder(`/api/v1/public/products${product === undefined ? "" : `/${product}?`}`);

/**
 * An answer that breaks its schema is a fault of ours, and a read says so. After a write it must not hide what was
 * committed and is told only once, as the token of a guest's order.
 */
function toAnswer<R extends Schema>(request: Request, response: R, made: unknown): z.output<R> {
  const parsed = response.safeParse(made);
  if (parsed.success) return parsed.data;
  if (!bodyMethods.has(request.method)) throw parsed.error;
  log.error({ error: parsed.error }, "an answer after a write breaks its schema");
  return projectAnswer(response, made) as z.output<R>;
}

/** The wrapper of every handler: the steps run in the order of docs/architecture.md, "One request". */
export function route<
  A extends AuthMode,
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  options: RouteOptions<A, P, Q, B, R>,
  handle: (input: RouteInput<A, P, Q, B>) => Promise<z.input<R> | Response>,
): RouteHandler {
  const { response, cache, limit } = options;
  const isSigned = options.auth === "site" || options.auth === "connection";
  const surface = options.surface ?? (isSigned ? "interconnect" : "storefront");

  /** Tells a read for which a page of the shop waits; a list of the admin may wait itself. */
  const isVisitorsRead = ({ method }: Request) => method === "GET" && options.auth !== "admin" && !isSigned;

  async function answer(
    request: Request,
    reply: Reply,
    client: ClientInfo,
    context: Context | undefined,
    call: SignedCallRecord,
  ) {
    const isStrangers = options.auth === "none" && surface === "storefront";
    const cap = options.bodyCap ?? (isStrangers ? strangersBodyCap : bodyCaps[surface]);
    let rawBody = new Uint8Array(0);
    let actor: Actor;
    if (options.auth === "site" || options.auth === "connection") {
      // The proof of a signed call is made over its body, whatever its method.
      rawBody = await readBody(request, cap);
      call.rawBody = rawBody;
      actor = await proveSignedCall(options.auth, call);
    } else {
      actor = await readActor(request, options);
    }
    reply.actor = actor;
    if (limit) await limitCaller(limit, actor, client.ip);
    // Nothing is read for somebody who may not call.
    if (!isSigned && bodyMethods.has(request.method)) rawBody = await readBody(request, cap);
    const url = new URL(request.url);
    const given = paramRecord((await context?.params) ?? {});
    const params = options.params ? parseInput(options.params, given) : undefined;
    const query = options.query ? parseInput(options.query, queryRecord(url.searchParams)) : undefined;
    const body = options.body ? parseInput(options.body, jsonBody(request, rawBody, surface)) : undefined;
    if (options.proved && actor.kind === "admin") await requireProof(actor, options.proved, body);
    const input = { actor, client, params, query, body, rawBody, request, trace: call.trace } as RouteInput<
      A,
      P,
      Q,
      B
    >;
    if (response === "raw") {
      const made = await handle(input);
      if (!(made instanceof Response)) throw new Error("A raw route must make its Response");
      made.headers.set("X-Request-Id", reply.requestId);
      for (const [name, value] of Object.entries(corsOf(reply))) made.headers.set(name, value);
      return made;
    }
    const build = async () => toAnswer(request, response, await handle(input));
    if (!cache) return success(reply, JSON.stringify(await build()));
    const key = `${url.pathname}?${JSON.stringify([params, query])}`;
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
    if (request.method === "GET" && options.auth === "none" && limit && isForAnyOrigin())
      markReady(whole, {
        isCurrent: () => isKept(key, kept),
        admit: (headers) => limitHeldCaller(limit, clientIp(headers)),
      });
    return whole;
  }

  async function handler(request: Request, context?: Context): Promise<Response> {
    const started = performance.now();
    const requestId = newUuid();
    tracing()?.note({ "keyshelf.request_id": requestId });
    return withLogContext({ request_id: requestId, ...clientRequestId(request.headers) }, async () => {
      const path = new URL(request.url).pathname;
      const isShared = options.auth !== "admin" && !path.startsWith("/api/v1/admin/");
      const reply: Reply = { request, requestId, isShared };
      const client = readClient(request.headers, requestId);
      const call: SignedCallRecord = { request, path, client, rawBody: new Uint8Array(0), trace: {} };
      if (options.auth === "site" || options.auth === "connection") expectSignedCall(options.auth, call);
      let result: Response;
      let statusCode = 0;
      let message: string | null = null;
      try {
        const run = () => answer(request, reply, client, context, call);
        result = await (isVisitorsRead(request) ? withReservedLane(run) : run());
      } catch (error) {
        let refusal = toRefusal(error);
        if (isSigned) refusal = await limitUnproved(call, refusal).catch(() => refusal);
        if (refusal.kind === "insufficient_stock") forgetStock(refusal.options.product);
        if (!(error instanceof AppError))
          log.error({ error, path: loggedPath(path), method: request.method }, "request failed");
        reply.headers = {};
        result = failure(reply, surface, refusal, await readErrorLocale(request.headers, reply.actor));
        statusCode = errorTable(surface)[refusal.kind].code;
        message = refusal.wireMessage();
      }
      const latencyMs = Math.round(performance.now() - started);
      if (options.auth === "site" || options.auth === "connection") {
        await call
          .record?.({ httpStatus: result.status, statusCode, latencyMs, message })
          .catch((error: unknown) => {
            log.error({ error, path }, "a signed call could not be recorded");
          });
      }
      log.info(
        {
          method: request.method,
          path: loggedPath(path),
          status: result.status,
          status_code: statusCode,
          ms: latencyMs,
          ...loggedCaller(client.ip, reply.actor),
        },
        "request",
      );
      return result;
    });
  }

  return Object.assign(handler, { options: { ...options, surface } as unknown as RouteHandler["options"] });
}
