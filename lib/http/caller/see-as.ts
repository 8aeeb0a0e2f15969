import { findRole } from "../../accounts/staff/roles/find-role";
import type { AdminActor } from "../../acts/actor";
import { ownCookieName, readCookie } from "./cookies";

/** Cookie with the role as which an owner looks at the admin. Without a signature: an owner may do everything, so it only narrows. */
const cookieName = () => ownCookieName("see-as");

/** It counts for this session alone: the next log-in begins as oneself. */
const markOf = ({ sessionId }: AdminActor) => `.${sessionId.slice(0, 8)}`;

/** Name and value of the cookie; null as the role ends it. */
export const seeAsCookie = (actor: AdminActor, role: string | null): string =>
  role === null ? `${cookieName()}=; Max-Age=0` : `${cookieName()}=${role}${markOf(actor)}`;

/** The owner with the rights of the role that their browser names; everybody else as they are. */
export async function withSeenRole(actor: AdminActor, headers: Headers): Promise<AdminActor> {
  if (actor.role !== "owner" || actor.ownRole) return actor;
  const value = readCookie(headers, cookieName());
  if (!value?.endsWith(markOf(actor))) return actor;
  const seen = await findRole(value.slice(0, -markOf(actor).length));
  return seen ? { ...actor, ...seen, isLooking: true } : actor;
}
