import { domainToASCII } from "node:url";
import { AppError } from "../core/errors";

const local = /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f]{1,64}$/u;
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * One spelling for one mailbox: NFC, lower case, domain in punycode. What could break a mail header is refused.
 * @throws AppError `malformed`
 */
export function canonicalEmail(text: string, field = "email"): string {
  const composed = text.trim().normalize("NFC").toLowerCase();
  const at = composed.lastIndexOf("@");
  const name = composed.slice(0, at);
  const host = domainToASCII(composed.slice(at + 1));
  if (at < 1 || !local.test(name) || !domain.test(host)) {
    throw new AppError("malformed", "must be an e-mail address", { field });
  }
  const address = `${name}@${host}`;
  if (address.length > 254) throw new AppError("malformed", "must have at most 254 characters", { field });
  return address;
}
