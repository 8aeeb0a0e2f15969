/** `at` is the anchor of the part of docs/interconnect.md that holds the words of `asks`; a test of the shop holds both. */
export const rulesAt = (at, rules) =>
  Object.fromEntries(Object.entries(rules).map(([name, asks]) => [name, { at, asks }]));

const accepted =
  "the key is known, the signature is right, the timestamp is at most 300 seconds away from the server's clock, and the nonce is new for this key";
const refused = "Anything else is HTTP 403 with `status_code` 4003";
const spent = "stays taken for as long as its timestamp is good, also over a restart";

/** Rules that a main site holds calls to. */
export const signingRules = {
  ...rulesAt("signing", {
    "signature.accepted": accepted,
    "signature.unknown-key": refused,
    "signature.wrong-secret": refused,
    "signature.upper-case": "lowercase hex of HMAC-SHA256",
    "signature.half": refused,
    "signature.half-true": refused,
    "signature.no-hex": refused,
    "signature.headers": "Every call and every callback carries four headers",
    "signature.header-case": "Names of headers count in any case.",
    "signature.body": "Sign the very bytes that you send",
    "signature.bytes": "Sign the very bytes that you send",
    "signature.one-text": "always the same text",
    "timestamp.past": accepted,
    "timestamp.ahead": accepted,
    "timestamp.too-old": refused,
    "timestamp.too-early": refused,
    "timestamp.form": "Unix time in whole seconds, ten digits",
    "nonce.form": "a fresh UUID v4 for every call",
    "nonce.once": accepted,
    "nonce.at-once": "of equal calls at once one is accepted",
    "nonce.unspent": "A refused signature spends no nonce.",
    "nonce.per-key": "the nonce is new for this key",
    "nonce.window": spent,
    "restart.nonce": spent,
  }),
  ...rulesAt("errors", {
    "signature.first": "They are checked in this order: 4003, 4001, 4004, 4090, 4099.",
    "limit.retry-after": "see `Retry-After`",
    "limit.burst": "too many calls",
  }),
  ...rulesAt("calls", {
    "envelope.members": 'Every answer is `{"status_code", "msg", "data", "request_id"}`',
    "envelope.http-status": "`status_code` is 0 exactly when the HTTP status is 200",
    "envelope.success": "`msg` is `success` then",
    "envelope.data": "`data` is an object, and null on errors",
    "envelope.request-id": "`request_id` is a UUID",
    "envelope.own-request-id": "of each answer's own",
  }),
};
