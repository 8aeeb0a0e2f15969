import type { NextAuthOptions } from "next-auth";
import type { AuthorizationServer } from "oauth4webapi";
import { returnPath } from "@/components/store/auth/return-path";
import { type Arrival, arrive } from "@/lib/accounts/identities/arrive";
import { exchangeCode } from "@/lib/accounts/identities/exchange-code";
import type { Identity } from "@/lib/accounts/identities/identity";
import { callbackUrlOf, type OpenProvider } from "@/lib/accounts/identities/providers";
import type { ClientInfo, UserActor } from "@/lib/acts/actor";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/process/log";
import { messageOf } from "@/lib/core/process/thrown";
import { arrivalCookie } from "@/lib/http/caller/arrival-cookie";
import { ownCookieName } from "@/lib/http/caller/cookies";
import { sessionCookieOptions } from "@/lib/http/caller/session";

const checkSeconds = 15 * 60;
const checkCookie = (name: string) => ({
  name: ownCookieName(name),
  options: { ...sessionCookieOptions("user"), maxAge: checkSeconds },
});

export interface ProviderCall {
  provider: OpenProvider;
  server: AuthorizationServer;
  /** The query that the provider sent the browser back with. */
  answer: URLSearchParams;
  /** Somebody who is logged in already. */
  actor: UserActor | null;
  client: ClientInfo;
}

/** Sentences of the log-in page about a log-in by a provider that led nowhere. */
export type LoginProblem = "away" | "refused" | "canceled" | "taken" | "disabled" | "registration" | "often";

export const problemPath = (problem: LoginProblem, by: string): string =>
  `/login?${new URLSearchParams({ problem, by })}`;

function problemOf(error: unknown): LoginProblem {
  if (!(error instanceof AppError)) return "refused";
  if (error.kind === "account_disabled") return "disabled";
  if (error.kind === "feature_disabled") return "registration";
  return error.kind === "state_conflict" ? "taken" : "refused";
}

/** Page where the log-in ends, or where the rest of it is asked. */
function pathOf(arrival: Arrival, next: string): string {
  if (arrival.kind === "known") return "/account/security";
  return arrival.kind === "opened" ? next : `/link?next=${encodeURIComponent(next)}`;
}

/**
 * One log-in by a provider. next-auth sends the browser off, keeps state, nonce and verifier in cookies, and sets the session;
 * what the provider answers is read by `exchangeCode`, and who it opens is decided by `arrive`.
 */
export function providerLogin(base: NextAuthOptions, call: ProviderCall) {
  const { provider, server, answer, actor, client } = call;
  let next = "/account";
  let identity: Identity | null = null;
  let arrival: Arrival | null = null;
  let problem: LoginProblem = answer.has("error") ? "canceled" : "refused";

  const options: NextAuthOptions = {
    ...base,
    providers: [
      {
        id: provider.key,
        name: provider.name,
        type: "oauth",
        issuer: server.issuer,
        clientId: provider.clientId,
        checks: ["pkce", "state", "nonce"],
        authorization: { url: server.authorization_endpoint ?? "", params: { scope: provider.scopes } },
        token: {
          url: server.token_endpoint ?? "",
          request: async ({ checks }) => {
            const kept: { state?: string; nonce?: string; code_verifier?: string } = checks;
            const { state = "", nonce = "", code_verifier: verifier = "" } = kept;
            const sentWith = { state, nonce, verifier };
            identity = await exchangeCode(provider, {
              answer,
              checks: sentWith,
              callbackUrl: callbackUrlOf(provider.key),
            });
            return { tokens: {} };
          },
        },
        userinfo: { request: async () => ({ sub: identity?.subject ?? "" }) },
        profile: ({ sub }: { sub: string }) => ({ id: sub }),
      },
    ],
    cookies: {
      ...base.cookies,
      state: checkCookie("login-state"),
      nonce: checkCookie("login-nonce"),
      pkceCodeVerifier: checkCookie("login-verifier"),
    },
    callbacks: {
      ...base.callbacks,
      redirect: ({ url, baseUrl }) => {
        const asked = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
        if (asked?.origin === baseUrl) next = returnPath(`${asked.pathname}${asked.search}`);
        return `${baseUrl}${next}`;
      },
      signIn: async () => {
        if (!identity) return false;
        try {
          arrival = await arrive(identity, { actor, client });
          return arrival.kind === "opened" || pathOf(arrival, next);
        } catch (error) {
          if (!(error instanceof AppError)) log.error({ error }, "log-in by a provider failed");
          problem = problemOf(error);
          return false;
        }
      },
      jwt: () => ({ sub: arrival?.kind === "opened" ? arrival.sessionId : "" }),
    },
    logger: {
      ...base.logger,
      // The words of an error alone: with it come the answer of the provider and its tokens.
      error: (code, metadata) =>
        log.warn({ next_auth: code, provider: provider.key, reason: reasonOf(metadata) }, "log-in refused"),
    },
  };

  /** Puts a path of the shop in place of next-auth's own pages, and with it what is still to be asked. */
  const finish = (response: Response): Response => {
    const answered = new Response(null, { status: 302, headers: response.headers });
    answered.headers.set("location", arrival ? pathOf(arrival, next) : problemPath(problem, provider.key));
    answered.headers.set("cache-control", "no-store");
    if (arrival && "token" in arrival) answered.headers.append("set-cookie", arrivalCookie(arrival.token));
    return answered;
  };

  return { options, finish };
}

const reasonOf = (metadata: unknown): string =>
  messageOf(
    typeof metadata === "object" && metadata !== null && "error" in metadata ? metadata.error : metadata,
  );
