import {
  findLiveSession,
  findLiveStaffSession,
  staffSessionSeconds,
  userSessionSeconds,
} from "../../accounts/sessions/session-state";
import { readSessionToken, type SessionRealm } from "../../accounts/sessions/session-token";
import type { AdminActor, GuestActor, UserActor } from "../../acts/actor";
import { hasPermission, type Permission } from "../../acts/permissions";
import { getConfig, isSecureSite } from "../../config/config";
import { AppError } from "../../core/errors";
import { pathHeader } from "../../core/locale";
import { ownCookieName, readCookie } from "./cookies";
import { findOrderHolder } from "./order-cookie";
import { withSeenRole } from "./see-as";

/** Seconds a cookie lives; the session row may end it earlier. */
export const sessionSeconds: Record<SessionRealm, number> = {
  user: userSessionSeconds,
  admin: staffSessionSeconds,
};

const nameOf = { user: "session", admin: "staff" } as const;

export const sessionCookieName = (realm: SessionRealm) => ownCookieName(nameOf[realm]);

/** As release 0.1 named it, for every shop of a host alike. A session that began with it goes on until it ends. */
const formerCookieName = (realm: SessionRealm) =>
  `${isSecureSite() ? "__Host-" : ""}keyshelf.${nameOf[realm]}`;

/** Every name under which the session may come. */
export const sessionCookieNames = (realm: SessionRealm): readonly string[] => [
  sessionCookieName(realm),
  formerCookieName(realm),
];

const readSessionCookie = (headers: Headers, realm: SessionRealm): string | null =>
  readCookie(headers, sessionCookieName(realm)) ?? readCookie(headers, formerCookieName(realm));

/** For next-auth, which knows one name: the headers with the session under it. */
export function withSessionCookie(given: Headers, realm: SessionRealm): Headers {
  const headers = new Headers(given);
  const token = readSessionCookie(given, realm);
  if (token !== null && readCookie(given, sessionCookieName(realm)) === null)
    headers.set("cookie", `${given.get("cookie")}; ${sessionCookieName(realm)}=${token}`);
  return headers;
}

/** SameSite: the staff cookie never travels from another site, not even on a link. */
export const sessionCookieOptions = (realm: SessionRealm) => ({
  httpOnly: true,
  sameSite: realm === "user" ? ("lax" as const) : ("strict" as const),
  path: "/",
  secure: isSecureSite(),
});

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

export function isOwnOrigin(origin: string, headers: Headers): boolean {
  if (origin === getConfig().server.baseUrl) return true;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || url.host !== headers.get("host")) return false;
  // Pages that came over http, which anybody on the way can change, never write to a site that is served over https.
  return url.protocol === "https:" || !isSecureSite();
}

/**
 * C10, A16: a browser names where a request comes from in `Sec-Fetch-Site` and, for everything that writes, in `Origin`.
 * A write without `Origin` is refused: no browser sends one.
 */
export function isSameOrigin(request: Request): boolean {
  const { headers, method } = request;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && !(site === "none" && isSafe(method))) return false;
  const origin = headers.get("origin");
  return origin === null ? isSafe(method) : isOwnOrigin(origin, headers);
}

async function readSessionId(headers: Headers, realm: SessionRealm): Promise<string | null> {
  const token = readSessionCookie(headers, realm);
  return token ? readSessionToken(realm, token) : null;
}

async function findUserOf(headers: Headers): Promise<UserActor | null> {
  const sessionId = await readSessionId(headers, "user");
  return sessionId === null ? null : findLiveSession(sessionId);
}

async function findStaffOf(headers: Headers, options: { isAct: boolean }) {
  const sessionId = await readSessionId(headers, "admin");
  const staff = sessionId === null ? null : await findLiveStaffSession(sessionId, options);
  return staff && { ...staff, actor: await withSeenRole(staff.actor, headers) };
}

/** A page that somebody opened. What its script asks for, to refresh it or to follow a link, says `empty` here. */
const isOpened = (headers: Headers): boolean =>
  (headers.get("sec-fetch-dest") ?? "document") === "document" && !headers.has("sec-purpose");

/**
 * Whom the browser's session cookie stands for. A shopper's cookie on a foreign request counts as absent; a staff cookie
 * there is an attack or a mistake and says so. @throws AppError `forbidden`
 */
export async function readSessionActor(
  request: Request,
  realm: SessionRealm,
  { withOneTimePassword = false } = {},
): Promise<UserActor | AdminActor | null> {
  const { headers } = request;
  if (realm === "user") return isSameOrigin(request) ? findUserOf(headers) : null;
  if (readSessionCookie(headers, realm) === null) return null;
  if (!isSameOrigin(request)) {
    throw new AppError("forbidden", "same_origin_only");
  }
  // Reading is not acting: pages that refresh themselves would never let an idle session end.
  const staff = await findStaffOf(headers, { isAct: !isSafe(request.method) });
  if (staff?.mustFirst && !withOneTimePassword) throw new AppError("forbidden", staff.mustFirst);
  if (staff?.actor.isLooking && !isSafe(request.method) && !withOneTimePassword)
    throw new AppError("forbidden", "looking_changes_nothing");
  return staff?.actor ?? null;
}

async function pageHeaders(): Promise<Headers> {
  const { headers } = await import("next/headers");
  return new Headers(await headers());
}

async function goTo(path: string): Promise<never> {
  const { redirect } = await import("next/navigation");
  return redirect(path);
}

/** For pages: the shopper who is logged in, or null. */
export const findPageUser = async (): Promise<UserActor | null> => findUserOf(await pageHeaders());

/** For pages of one order: its owner, by the cookie of a guest order or by the session. */
export const findPageBuyer = async (orderNo: string): Promise<GuestActor | UserActor | null> =>
  findBuyer(await pageHeaders(), orderNo);

/** The same for route handlers beside those pages. */
export async function findBuyer(headers: Headers, orderNo: string): Promise<GuestActor | UserActor | null> {
  const guest = await findOrderHolder(headers, orderNo);
  return guest ?? findUserOf(headers);
}

/** For pages that need a shopper: sends everybody else to log in and back to `returnTo` (a path of this site). */
export async function requirePageUser(returnTo: string): Promise<UserActor> {
  return (await findPageUser()) ?? goTo(`/login?next=${encodeURIComponent(returnTo)}`);
}

/** For the log-in page of the admin: whether somebody is logged in already. */
export const findPageAdmin = async (): Promise<AdminActor | null> =>
  (await findStaffOf(await pageHeaders(), { isAct: false }))?.actor ?? null;

/**
 * For admin pages: each proves its caller itself. A one-time password leads to the page that changes it, and so does a
 * missing second factor where the shop demands one.
 */
export async function requirePageAdmin(page: string, permission?: Permission): Promise<AdminActor> {
  const headers = await pageHeaders();
  const staff = await findStaffOf(headers, { isAct: isOpened(headers) });
  const returnTo = headers.get(pathHeader) ?? page;
  if (!staff) return goTo(`/admin/login?next=${encodeURIComponent(returnTo)}`);
  if (staff.mustFirst && page !== "/admin/account") return goTo("/admin/account");
  if (permission && !hasPermission(staff.actor, permission)) return goTo("/admin/forbidden");
  return staff.actor;
}
