import { isIP } from "node:net";
import type { PasskeyPlace } from "../../accounts/passkeys/challenge";
import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { isOwnOrigin } from "./session";

/** No browser makes a passkey for an address of digits, or over plain http. */
const hasPasskeys = ({ protocol, hostname }: URL): boolean =>
  (protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost")) &&
  !isIP(hostname.replace(/^\[|\]$/g, ""));

/**
 * C177: the page that asks is one of this shop, at whatever host it was opened, or of an origin that the configuration names.
 * @throws AppError `forbidden`
 */
export function readPasskeyPlace({ headers }: Request): PasskeyPlace {
  const { server, cors } = getConfig();
  const origin = headers.get("origin") ?? server.baseUrl;
  const isKnown = isOwnOrigin(origin, headers) || (cors.allowedOrigins?.includes(origin) ?? false);
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (!isKnown || url === null || !hasPasskeys(url)) throw new AppError("forbidden", "no_passkeys_here");
  return { origin: url.origin, rpId: url.hostname };
}

/**
 * A page's own host, and whether a browser has passkeys there: a guess, because a request for a page does not say whether it came
 * over https. The page's script knows.
 */
export function guessPasskeyPage(headers: Headers): { host: string; isLikely: boolean } {
  const base = new URL(getConfig().server.baseUrl);
  const asked = `http://${headers.get("host") ?? base.host}`;
  const named = URL.canParse(asked) ? new URL(asked) : base;
  const page = named.host === base.host ? base : named;
  return { host: page.hostname, isLikely: hasPasskeys(page) };
}
