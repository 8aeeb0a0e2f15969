import type { IncomingMessage } from "node:http";
import { splitLocale } from "../../lib/core/locale";
import type { PageCache } from "../pages/page-cache";
import type { Handler } from "./front-door";

export interface ClosedShopOptions {
  isClosed: () => Promise<boolean>;
  retrySeconds: number;
  /** Requests that carry one come from staff, who see the shop as it will be. They protect no secret: the API refuses orders of staff as well. */
  staffCookies: readonly string[];
}

/** Invites to buy. Orders, payments, accounts, legal texts and the admin go on. */
const closedPaths = /^\/(?:products(?:\/.*)?|posts(?:\/.*)?|register|feed\.xml)?$/;

const isClosedPath = (address: string): boolean =>
  closedPaths.test(splitLocale(address.split("?", 1)[0] ?? "").pathname);

const hasCookie = ({ headers }: IncomingMessage, names: readonly string[]): boolean =>
  (headers.cookie ?? "").split(";").some((part) => names.includes(part.split("=", 1)[0]?.trim() ?? ""));

/** Answers the shop's pages with 503 while it is closed for maintenance; search engines come back later and forget nothing. */
export const closedForMaintenance =
  (cache: PageCache, { isClosed, retrySeconds, staffCookies }: ClosedShopOptions): Handler =>
  async (request, response) => {
    const isConcerned = isClosedPath(request.url ?? "/") && !hasCookie(request, staffCookies);
    if (!isConcerned || !(await isClosed())) return cache.handle(request, response);
    const headers = { "retry-after": String(retrySeconds), "cache-control": "no-store" };
    await cache.answerWith({ address: "/maintenance", status: 503, headers }, request, response);
  };
