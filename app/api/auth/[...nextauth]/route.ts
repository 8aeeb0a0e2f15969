import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import type { AuthorizationServer } from "oauth4webapi";
import { discover } from "@/lib/accounts/identities/discover";
import { findOpenProvider } from "@/lib/accounts/identities/providers";
import type { SessionRealm } from "@/lib/accounts/sessions/session-token";
import { takeProviderLogin } from "@/lib/accounts/sessions/throttle-login";
import type { ClientInfo } from "@/lib/acts/actor";
import { isAppError } from "@/lib/core/errors";
import { newUuid } from "@/lib/core/ids";
import { log, withLogContext } from "@/lib/core/process/log";
import { messageOf } from "@/lib/core/process/thrown";
import { withFormBody } from "@/lib/http/body/form-body";
import { readClient } from "@/lib/http/caller/client-info";
import { ownCookieName } from "@/lib/http/caller/cookies";
import { findPageUser, isSameOrigin, withSessionCookie } from "@/lib/http/caller/session";
import { authOptions } from "./options";
import { type LoginProblem, problemPath, providerLogin } from "./provider-login";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/**
 * Routes that the pages call. The others of next-auth are not answered: `_log` writes what anybody sends into the log.
 */
const used = new Set([
  "GET csrf",
  "GET session",
  "POST signout",
  "POST callback/user",
  "POST callback/staff",
]);

const isForm = (headers: Headers) =>
  (headers.get("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded");

/** Errors that next-auth throws at a body, a cookie or an address that cannot be parsed. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  error instanceof URIError ||
  (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL");

/** next-auth answers 500 for a cookie of its own that it cannot parse. */
function hasUnreadableCookie(header: string | null): boolean {
  return (header ?? "").split(";").some((pair) => {
    const [name = "", value = ""] = pair.trim().split("=", 2);
    const isAddress = name === ownCookieName("callback-url");
    if (!isAddress && name !== ownCookieName("csrf")) return false;
    try {
      const text = decodeURIComponent(value);
      return isAddress && !URL.canParse(text, "http://localhost");
    } catch {
      return true;
    }
  });
}

const refuse = (status: number, text: string) =>
  new Response(text, { status, headers: { "Cache-Control": "no-store" } });

/** Hands the request to next-auth, its body read and capped. */
function answer(
  request: NextRequest,
  context: Context,
  { options, realm }: { options: NextAuthOptions; realm: SessionRealm },
): Promise<Response> {
  return withFormBody(request, async (body) => {
    // The forms come urlencoded; U+0000 is refused here as the API refuses it (C68).
    if (/\0|%00/.test(body.toString("latin1"))) return refuse(400, "The form must not contain U+0000");
    const { url, method } = request;
    const headers = withSessionCookie(request.headers, realm);
    if (body.byteLength > 0 && !isForm(request.headers)) return refuse(415, "The body must be a form");
    const capped = new NextRequest(url, { method, headers, ...(body.byteLength > 0 ? { body } : {}) });
    try {
      return await NextAuth(capped, context, options);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log.info({ error }, "a log-in call could not be read");
      return refuse(400, "The request could not be read");
    }
  });
}

/**
 * `POST /signin/<provider>` answers where the browser goes; it comes back from there with `GET /callback/<provider>`, the one
 * request from another site that is answered: its state is a cookie of this browser.
 */
async function answerProvider(
  request: NextRequest,
  context: Context,
  { key, isReturn, client }: { key: string; isReturn: boolean; client: ClientInfo },
): Promise<Response> {
  const fail = (problem: LoginProblem, status: number): Response =>
    isReturn
      ? new Response(null, {
          status: 302,
          headers: { location: problemPath(problem, key), "Cache-Control": "no-store" },
        })
      : refuse(status, problem);
  try {
    await takeProviderLogin(client.ip);
  } catch (error) {
    if (!isAppError(error, "rate_limited")) throw error;
    return fail("often", 429);
  }
  const provider = await findOpenProvider(key);
  if (!provider) return isReturn ? fail("away", 404) : refuse(404, "unknown_path");
  let server: AuthorizationServer;
  try {
    server = await discover(provider.issuer);
  } catch (error) {
    log.warn({ reason: messageOf(error), provider: key }, "a log-in provider does not answer");
    return fail("away", 502);
  }
  const base = authOptions("user", client);
  const actor = isReturn ? await findPageUser() : null;
  const login = providerLogin(base, {
    provider,
    server,
    answer: request.nextUrl.searchParams,
    actor,
    client,
  });
  const response = await answer(request, context, { options: login.options, realm: "user" });
  return isReturn ? login.finish(response) : response;
}

/** `/callback/staff` speaks for staff, everything else for shoppers: staff log out at /api/v1/admin/session. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  const asked = `${request.method} ${nextauth.join("/")}`;
  const [, act, key] = used.has(asked)
    ? []
    : (/^(POST signin|GET callback)\/([a-z][a-z0-9-]{1,29})$/.exec(asked) ?? []);
  const isReturn = act === "GET callback";
  if (!used.has(asked) && key === undefined) return refuse(404, "unknown_path");
  if (!isReturn && !isSameOrigin(request))
    return refuse(403, "This call must come from the shop's own pages");
  if (hasUnreadableCookie(request.headers.get("cookie"))) return refuse(400, "A cookie could not be read");
  const requestId = newUuid();
  const client = readClient(request.headers, requestId);
  return withLogContext({ request_id: requestId }, () => {
    if (key !== undefined) return answerProvider(request, context, { key, isReturn, client });
    const realm = nextauth[1] === "staff" ? "admin" : "user";
    return answer(request, context, { options: authOptions(realm, client), realm });
  });
}

export { handler as GET, handler as POST };
