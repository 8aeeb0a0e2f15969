/** Where to go after logging in: only a path of ours, never another site and never back to a log-in page. */
export function returnPath(next: unknown): string {
  const isOurs = typeof next === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(next);
  return isOurs && !/^\/(login|register|forgot)(\/|\?|$)/.test(next) ? next : "/account";
}

/** Another page of the log-in that leads back there as well. */
export const onTheWayTo = (page: "/login" | "/register" | "/forgot", next: string): string =>
  next === "/account" ? page : `${page}?next=${encodeURIComponent(next)}`;
