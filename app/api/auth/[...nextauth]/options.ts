import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { logoutSession } from "@/lib/accounts/sessions/end-sessions";
import { adoptSession } from "@/lib/accounts/sessions/refresh-session";
import { findLiveSession, findLiveStaffSession } from "@/lib/accounts/sessions/session-state";
import { readSessionToken, type SessionRealm, signSessionToken } from "@/lib/accounts/sessions/session-token";
import { endStaffSession } from "@/lib/accounts/staff/sessions/end-staff-session";
import { loginStaff } from "@/lib/accounts/staff/sessions/login-staff";
import type { ClientInfo } from "@/lib/acts/actor";
import { getConfig, isSecureSite } from "@/lib/config/config";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/process/log";
import { ownCookieName } from "@/lib/http/caller/cookies";
import { sessionCookieName, sessionCookieOptions, sessionSeconds } from "@/lib/http/caller/session";

/** next-auth hands a thrown message to the page as `error`: our kind of error, and for limits the seconds to wait. */
function asPageError(error: unknown): Error {
  if (!(error instanceof AppError)) {
    log.error({ error }, "log-in failed");
    return new Error("internal");
  }
  // "Disabled" would not tell staff what to do about it.
  if (error.rule === "one_time_password_over") return new Error(error.rule);
  return new Error(error.retryAfter === undefined ? error.kind : `${error.kind}:${error.retryAfter}`);
}

/**
 * `user`: the page logs in at /api/v1/auth (captcha, second factor, error texts) and gives the refresh token up for the
 * cookie of the same session. `staff`: password and code in one; `totp_required` asks for the code.
 */
const providers = (client: ClientInfo) => [
  Credentials({
    id: "user",
    name: "user",
    credentials: { refresh_token: {} },
    async authorize(input) {
      try {
        const session = await adoptSession(input?.refresh_token ?? "", client);
        return { id: session.sessionId };
      } catch (error) {
        throw asPageError(error);
      }
    },
  }),
  Credentials({
    id: "staff",
    name: "staff",
    credentials: { email: {}, password: {}, code: {} },
    async authorize(input) {
      const { email = "", password = "", code } = input ?? {};
      const login = await loginStaff({ email, password: password.slice(0, 256), code }, client).catch(
        (error) => {
          throw asPageError(error);
        },
      );
      if (login.kind === "totp_required") throw new Error("totp_required");
      return { id: login.sessionId };
    },
  }),
];

const isLive = async (realm: SessionRealm, sessionId: string) =>
  (realm === "user"
    ? await findLiveSession(sessionId)
    : await findLiveStaffSession(sessionId, { isAct: false })) !== null;

/** The cookie holds the id of a session row and nothing else; next-auth carries it, the row decides. */
export function authOptions(realm: SessionRealm, client: ClientInfo): NextAuthOptions {
  const page = realm === "user" ? "/login" : "/admin/login";
  return {
    providers: providers(client),
    secret: getConfig().security.jwtSecret,
    useSecureCookies: isSecureSite(),
    session: { strategy: "jwt", maxAge: sessionSeconds[realm] },
    pages: { signIn: page, signOut: page, error: page },
    cookies: {
      sessionToken: { name: sessionCookieName(realm), options: sessionCookieOptions(realm) },
      csrfToken: { name: ownCookieName("csrf"), options: sessionCookieOptions("user") },
      callbackUrl: { name: ownCookieName("callback-url"), options: sessionCookieOptions("user") },
    },
    jwt: {
      encode: async ({ token }) => signSessionToken(realm, token?.sub ?? "", sessionSeconds[realm]),
      decode: async ({ token }) => {
        const sessionId = await readSessionToken(realm, token ?? "");
        return sessionId !== null && (await isLive(realm, sessionId)) ? { sub: sessionId } : null;
      },
    },
    callbacks: {
      jwt: ({ token }) => ({ sub: token.sub ?? "" }),
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (!token?.sub) return;
        await (realm === "user" ? logoutSession(token.sub) : endStaffSession(token.sub));
      },
    },
    logger: {
      error: (code) => log.warn({ next_auth: code }, "next-auth refused a call"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
