import { isIP } from "node:net";
import type { PasskeyPlace } from "../../accounts/passkeys/challenge";
import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { isOwnOrigin } from "./session";

const isSecureContext = (url: URL): boolean =>
  url.protocol === "https:" || url.hostname === "localhost" || url.hostname.endsWith(".localhost");

/**
 * C177: the page that asks is one of this shop, at whatever host it was opened, or of an origin that the configuration names.
 * No browser makes a passkey for an address of digits, or over plain http. @throws AppError `forbidden`
 */
export function readPasskeyPlace({ headers }: Request): PasskeyPlace {
  const { server, cors } = getConfig();
  const origin = headers.get("origin") ?? server.baseUrl;
  const isKnown = isOwnOrigin(origin, headers) || (cors.allowedOrigins?.includes(origin) ?? false);
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (!isKnown || url === null || !isSecureContext(url) || isIP(url.hostname.replace(/^\[|\]$/g, "")))
    throw new AppError("forbidden", "no_passkeys_here");
  return { origin: url.origin, rpId: url.hostname };
}
