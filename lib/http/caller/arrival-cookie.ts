import { introductionSeconds } from "../../accounts/identities/introductions";
import { ownCookieName, readCookie, secureMark } from "./cookies";

const name = () => ownCookieName("arrival");

/**
 * Token of what is still to be asked of somebody whom a log-in provider sent back: of an introduction, or of the second factor.
 * No script and no address holds it.
 */
export const readArrival = (headers: Headers): string | null => readCookie(headers, name());

export const arrivalCookie = (token: string): string =>
  `${name()}=${token}; Path=/; Max-Age=${introductionSeconds}; HttpOnly; SameSite=Lax${secureMark()}`;
