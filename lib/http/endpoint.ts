import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { emptyObject } from "../core/wire";
import { corsHeaders } from "./answer/respond";
import type { AuthMode } from "./caller/read-actor";
import { type RouteHandler, route } from "./make-route";

export type Handler = (
  request: Request,
  context?: { params?: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

export type Endpoint = Record<Method | "HEAD", Handler> & { OPTIONS: Handler & { refuse: Handler } };

const requestHeaders =
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, traceparent, tracestate, X-Site-Key, X-Site-Timestamp, X-Site-Nonce, X-Site-Signature";

/** All exports of a route file: the methods it has, HEAD and OPTIONS, and 405 in the envelope for the rest (C1, C10). */
export function endpoint(routes: Partial<Record<Method, RouteHandler>>): Endpoint {
  const allowed = methods.filter((method) => routes[method]);
  const allow = [...allowed, ...(routes.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const { surface, auth } = Object.values(routes)[0]?.options ?? { surface: "storefront", auth: "none" };
  // A signed call has to prove itself, and is a row of its log, with any method (C5, C48).
  const isSigned = auth === "site" || auth === "connection";

  const isShared = auth !== "admin";

  const refusing = (as: AuthMode): Handler => {
    const refused = route(
      { name: "refuseMethod", surface, auth: as, response: emptyObject },
      async ({ request }) => {
        const { method } = request;
        throw new AppError("method_not_allowed", refusal("method_not_allowed", { method, allow }));
      },
    );
    return async (request, context) => {
      const answer = await refused(request, context);
      answer.headers.set("Allow", allow);
      return answer;
    };
  };
  const refuse = refusing(isSigned ? auth : "none");
  const preflight: Handler = async (request) =>
    new Response(null, {
      status: 204,
      headers: {
        Allow: allow,
        ...(isShared
          ? {
              ...corsHeaders(request),
              "Access-Control-Allow-Methods": allow,
              "Access-Control-Allow-Headers": requestHeaders,
              "Access-Control-Max-Age": "600",
            }
          : {}),
      },
    });
  const head: Handler = async (request, context) => {
    const answer = await (routes.GET ?? refuse)(request, context);
    return new Response(null, { status: answer.status, headers: answer.headers });
  };
  return {
    GET: routes.GET ?? refuse,
    POST: routes.POST ?? refuse,
    PUT: routes.PUT ?? refuse,
    PATCH: routes.PATCH ?? refuse,
    DELETE: routes.DELETE ?? refuse,
    HEAD: head,
    // With what answers every other method, TRACE, PROPFIND and the like: no call has such a method, whoever signs it (C70).
    OPTIONS: Object.assign(preflight, { refuse: refusing("none") }),
  };
}
