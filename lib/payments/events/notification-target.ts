export interface NotificationTarget {
  provider: string;
  channelId: number;
}

/** Which channel's key to try, out of a query that the gateway may have mangled (`amp;id`, a second `?`). Proves nothing. */
export function findTarget(rawQuery: string): NotificationTarget | null {
  const query = new URLSearchParams(rawQuery);
  const own = (key: string) => (query.get(key) ?? query.get(`amp;${key}`) ?? "").split("?")[0] ?? "";
  return targetOf({ provider: own("provider"), id: own("id") });
}

export function targetOf(path: { provider: string; id: string }): NotificationTarget | null {
  return /^[a-z][a-z0-9_-]{0,39}$/.test(path.provider) && /^[1-9]\d{0,8}$/.test(path.id)
    ? { provider: path.provider, channelId: Number(path.id) }
    : null;
}

/** The address a gateway is given: the path form, because some mangle or drop a query. */
export const notifyPath = (provider: string, channelId: number): string =>
  `/api/v1/payments/callback/${provider}/${channelId}`;
