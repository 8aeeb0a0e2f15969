import type { ErrorKind } from "../core/errors";
import { tradeLimits } from "../interconnect/schema";

export type Surface = "storefront" | "interconnect" | "notification";

export interface WireError {
  http: number;
  code: number;
}

const same = (http: number): WireError => ({ http, code: http });
const business = (http: number, code: number): WireError => ({ http, code });

/** C4. A new kind of error does not compile until both tables name it. */
export const storefrontErrors: Record<ErrorKind, WireError> = {
  malformed: same(400),
  unauthorized: same(401),
  forbidden: same(403),
  not_found: same(404),
  method_not_allowed: same(405),
  payload_too_large: same(413),
  unsupported_media_type: same(415),
  rate_limited: same(429),
  internal: same(500),
  captcha_invalid: business(400, 40001),
  email_code_invalid: business(400, 40002),
  coupon_not_applicable: business(400, 40003),
  form_invalid: business(400, 40004),
  token_expired: business(401, 40101),
  refresh_rejected: business(401, 40102),
  totp_invalid: business(401, 40103),
  account_disabled: business(403, 40301),
  members_only: business(403, 40302),
  feature_disabled: business(403, 40303),
  maintenance: same(503),
  unavailable: same(503),
  insufficient_stock: business(409, 4099),
  order_not_payable: business(409, 40901),
  insufficient_balance: business(409, 40902),
  gift_card_unavailable: business(409, 40903),
  email_taken: business(409, 40904),
  idempotency_conflict: business(409, 40905),
  state_conflict: business(409, 40906),
  site_rejected: same(403),
};

/** C5: exactly the specification's codes, plus 4290 and 4013; a method that is not there follows its HTTP status (C206). */
export const interconnectErrors: Record<ErrorKind, WireError> = {
  malformed: business(400, 4001),
  unauthorized: business(403, 4003),
  forbidden: business(403, 4003),
  not_found: business(404, 4004),
  method_not_allowed: same(405),
  payload_too_large: business(413, 4013),
  unsupported_media_type: business(400, 4001),
  rate_limited: business(429, 4290),
  internal: business(500, 5000),
  captcha_invalid: business(400, 4001),
  email_code_invalid: business(400, 4001),
  coupon_not_applicable: business(400, 4001),
  form_invalid: business(400, 4001),
  token_expired: business(403, 4003),
  refresh_rejected: business(403, 4003),
  totp_invalid: business(403, 4003),
  account_disabled: business(403, 4003),
  members_only: business(404, 4004),
  feature_disabled: business(404, 4004),
  maintenance: business(500, 5000),
  unavailable: business(500, 5000),
  insufficient_stock: business(409, 4099),
  order_not_payable: business(409, 4090),
  insufficient_balance: business(409, 4090),
  gift_card_unavailable: business(409, 4090),
  email_taken: business(409, 4090),
  idempotency_conflict: business(409, 4090),
  state_conflict: business(409, 4090),
  site_rejected: business(403, 4003),
};

/** By the address alone, for what is refused before its route is known. */
export function surfaceOf(path: string): Surface {
  if (/^\/api\/v1\/(upstream\/|interconnect\/callback$)/.test(path)) return "interconnect";
  return /^\/api\/v1\/payments\/callback(\/|$)/.test(path) ? "notification" : "storefront";
}

const kib = 1024;

export const bodyCaps: Record<Surface, number> = {
  storefront: 256 * kib,
  interconnect: tradeLimits.requestBytes,
  notification: 64 * kib,
};

/** Most bytes of a body without an account. */
export const strangersBodyCap = 16 * kib;
/** Orders are made without an account as well, and carry answers of up to 1,000 characters each. */
export const orderBodyCap = 128 * kib;

export const errorTable = (surface: Surface) =>
  surface === "interconnect" ? interconnectErrors : storefrontErrors;
