import type { z } from "zod";
import { newUuid } from "../core/ids";
import { withLogContext } from "../core/process/log";
import { tracing } from "../core/process/trace";
import { withReservedLane } from "../db/connections/laned-pool";
import type { AuthMode } from "./caller/read-actor";
import { idsOfCaller } from "./logged-request";
import type { RouteInput, RouteOptions } from "./route-options";
import { type Answered, answerKept, answerPlain, answerRaw, answerRefused } from "./steps/answer";
import { beginCall, type Call, signedAs } from "./steps/call";
import { toAnswer } from "./steps/handle";
import { limitCaller } from "./steps/limit";
import { prove, proveAgain } from "./steps/prove";
import { type Context, readInput } from "./steps/read";
import { record } from "./steps/record";
import { bodyCaps, type Surface, strangersBodyCap } from "./surfaces";

type Schema = z.ZodType;

const amountAsText = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;

export interface RouteHandler {
  (request: Request, context?: Context): Promise<Response>;
  options: RouteOptions<AuthMode, Schema | undefined, Schema | undefined, Schema | undefined, Schema> & {
    surface: Surface;
  };
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
  const { auth, response, cache, limit } = options;
  const surface = options.surface ?? (signedAs(auth) ? "interconnect" : "storefront");
  const isStrangers = auth === "none" && surface === "storefront";
  const bodyCap = options.bodyCap ?? (isStrangers ? strangersBodyCap : bodyCaps[surface]);
  /** Reads for which a page of the shop waits; a list of the admin may wait itself. */
  const isVisitors = auth !== "admin" && !signedAs(auth);
  const openLimit = auth === "none" ? limit : undefined;

  async function run(call: Call, context: Context | undefined): Promise<Response> {
    const { request, reply, client, trace } = call;
    const actor = await prove(call, options, bodyCap);
    reply.actor = actor;
    if (limit) await limitCaller(limit, actor, client.ip);
    const read = await readInput(call, options, { surface, bodyCap, context });
    await proveAgain(actor, options.proved, read.body);
    const { rawBody } = call;
    const input = { actor, client, ...read, rawBody, request, trace } as RouteInput<A, P, Q, B>;
    if (response === "raw") return answerRaw(call, await handle(input));
    const build = async () => toAnswer(request, response, await handle(input));
    if (!cache) return answerPlain(call, await build());
    const key = `${call.path}?${JSON.stringify([read.params, read.query], amountAsText)}`;
    return answerKept(call, build, { cache, key, openLimit });
  }

  async function answer(call: Call, context: Context | undefined): Promise<Answered> {
    try {
      const isRead = isVisitors && call.request.method === "GET";
      const made = isRead ? withReservedLane(() => run(call, context)) : run(call, context);
      return { response: await made, statusCode: 0, told: null };
    } catch (error) {
      return answerRefused(call, surface, error);
    }
  }

  function handler(request: Request, context?: Context): Promise<Response> {
    const requestId = newUuid();
    tracing()?.note({ "keyshelf.request_id": requestId });
    return withLogContext({ request_id: requestId, ...idsOfCaller(request.headers) }, async () => {
      const call = beginCall(request, requestId, auth);
      const answered = await answer(call, context);
      await record(call, answered);
      return answered.response;
    });
  }

  return Object.assign(handler, { options: { ...options, surface } as unknown as RouteHandler["options"] });
}
