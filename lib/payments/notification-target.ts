export interface NotificationTarget {
  provider: string;
  channelId: number;
}

const providerPattern = /(?:^|[&?])(?:amp;)?provider=([a-z][a-z0-9_-]{0,39})(?=$|[&?])/;
const idPattern = /(?:^|[&?])(?:amp;)?id=([1-9]\d{0,8})(?=$|[&?])/;

/** Which channel's key to try, out of a query that the gateway may have mangled (`amp;id`, a second `?`). Proves nothing. */
export function findTarget(rawQuery: string): NotificationTarget | null {
  const provider = providerPattern.exec(rawQuery)?.[1];
  const id = idPattern.exec(rawQuery)?.[1];
  return provider && id ? { provider, channelId: Number(id) } : null;
}

export function targetOf(path: { provider: string; id: string }): NotificationTarget | null {
  return /^[1-9]\d{0,8}$/.test(path.id) ? { provider: path.provider, channelId: Number(path.id) } : null;
}

/** The address a gateway is given: the path form, because some mangle or drop a query. */
export const notifyPath = (provider: string, channelId: number): string =>
  `/api/v1/payments/callback/${provider}/${channelId}`;
