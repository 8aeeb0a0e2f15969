import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { newUuid } from "@/lib/core/ids";
import { log, withLogContext } from "@/lib/core/process/log";
import { withFormBody } from "@/lib/http/body/form-body";
import { readClient } from "@/lib/http/caller/client-info";
import { ownCookieName } from "@/lib/http/caller/cookies";
import { isSameOrigin, withSessionCookie } from "@/lib/http/caller/session";
import { authOptions } from "./options";

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

/** `/callback/staff` speaks for staff, everything else for shoppers: staff log out at /api/v1/admin/session. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!used.has(`${request.method} ${nextauth.join("/")}`)) return refuse(404, "unknown_path");
  if (!isSameOrigin(request)) return refuse(403, "This call must come from the shop's own pages");
  if (hasUnreadableCookie(request.headers.get("cookie"))) return refuse(400, "A cookie could not be read");
  const requestId = newUuid();
  const realm = nextauth[1] === "staff" ? "admin" : "user";
  const options = authOptions(realm, readClient(request.headers, requestId));
  return withLogContext({ request_id: requestId }, () =>
    withFormBody(request, async (body) => {
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
    }),
  );
}

export { handler as GET, handler as POST };
