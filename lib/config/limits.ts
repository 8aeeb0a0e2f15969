import { type Config, getConfig } from "./config";

export interface Limit {
  limit: number;
  windowSeconds: number;
}

interface LimitDefinition {
  /**
   * Callers whose calls are counted together: a network is an IPv4 address or an IPv6 /64; a /48 may do four times as
   * much as one /64.
   */
  by: "network" | "caller" | "address" | "account" | "order" | "payment";
  windowSeconds: number;
  /** A number, or the value of the configuration that gives it. */
  max: number | keyof Config["limits"];
  /** Several people behind one network may each have their own attempts. */
  times?: number;
  /** For hot reads: counts in memory, a leased share at a time. */
  isLeased?: true;
  what: string;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** Every limit on how often something may be done. Processes share them; docs/limits.md is written from this table. */
export const limits = {
  public: {
    by: "network",
    windowSeconds: minute,
    max: "publicReadsPerMinute",
    isLeased: true,
    what: "public reads and previews of orders",
  },
  page: {
    by: "network",
    windowSeconds: minute,
    max: "pagesPerMinute",
    isLeased: true,
    what: "pages, drawn or from memory; addresses of this machine and its network are not counted",
  },
  picture: {
    by: "network",
    windowSeconds: minute,
    max: "pagesPerMinute",
    times: 5,
    isLeased: true,
    what: "pictures and files beside the pages, in the same way",
  },
  license: {
    by: "network",
    windowSeconds: minute,
    max: "publicReadsPerMinute",
    isLeased: true,
    what: "calls of sold software about its license",
  },
  guest_order: {
    by: "network",
    windowSeconds: minute,
    max: "guestOrdersPerMinute",
    isLeased: true,
    what: "orders of guests",
  },
  recover: { by: "network", windowSeconds: hour, max: "recoverPerIpHour", what: "requests for order links" },
  recover_address: {
    by: "address",
    windowSeconds: hour,
    max: "recoverPerAddressHour",
    what: "requests for order links",
  },
  order_mail: { by: "order", windowSeconds: hour, max: 3, what: "order mails sent again" },
  order_mail_address: { by: "address", windowSeconds: hour, max: 5, what: "order mails sent again" },
  gift_mail: { by: "order", windowSeconds: hour, max: 3, what: "mails about a gift sent again" },
  gift_address: {
    by: "address",
    windowSeconds: hour,
    max: 10,
    what: "gifts ordered for it, and mails about a gift sent again",
  },
  order_problem: { by: "order", windowSeconds: hour, max: 5, what: "problems reported with an order" },
  order_review: { by: "order", windowSeconds: hour, max: 30, what: "reviews written for an order" },
  stock_notice: { by: "network", windowSeconds: hour, max: 30, what: "requests to be told of stock" },
  stock_notice_address: { by: "address", windowSeconds: hour, max: 30, what: "requests to be told of stock" },
  login: {
    by: "account",
    windowSeconds: quarter,
    max: "loginFailuresPerAccount",
    what: "failed log-ins; a network from which the account was used has a count of its own",
  },
  login_network: { by: "network", windowSeconds: quarter, max: "loginsPerIp", what: "failed log-ins" },
  proof: {
    by: "account",
    windowSeconds: hour,
    max: 10,
    what: "wrong passwords and codes of somebody who is logged in, or half way",
  },
  send_code_gap: { by: "address", windowSeconds: minute, max: 1, what: "mails with a code" },
  send_code_address: {
    by: "address",
    windowSeconds: hour,
    max: "sendCodePerAddressHour",
    what: "mails with a code",
  },
  send_code_network: {
    by: "network",
    windowSeconds: hour,
    max: "sendCodePerIpHour",
    what: "mails with a code",
  },
  register: { by: "network", windowSeconds: hour, max: 30, what: "registrations" },
  refresh: { by: "network", windowSeconds: minute, max: 300, what: "refreshed sessions" },
  passkey_challenge: {
    by: "network",
    windowSeconds: minute,
    max: 60,
    what: "log-ins with a passkey that were begun",
  },
  login_provider: {
    by: "network",
    windowSeconds: minute,
    max: 60,
    what: "log-ins by a provider that were begun or came back",
  },
  captcha: { by: "network", windowSeconds: minute, max: 60, what: "captcha pictures" },
  recharge: { by: "caller", windowSeconds: minute, max: 10, what: "recharges" },
  redeem: { by: "caller", windowSeconds: minute, max: "redeemPerMinute", what: "gift cards tried" },
  redeem_network: {
    by: "network",
    windowSeconds: minute,
    max: "redeemPerMinute",
    times: 3,
    what: "gift cards tried",
  },
  coupon_check: { by: "caller", windowSeconds: minute, max: "redeemPerMinute", what: "coupons checked" },
  coupon_check_network: {
    by: "network",
    windowSeconds: minute,
    max: "redeemPerMinute",
    times: 3,
    what: "coupons checked",
  },
  coupon_miss: {
    by: "network",
    windowSeconds: minute,
    max: "redeemPerMinute",
    times: 3,
    what: "coupon codes that do not apply, in orders and previews",
  },
  payment_check: {
    by: "network",
    windowSeconds: minute,
    max: "publicReadsPerMinute",
    isLeased: true,
    what: "questions about a payment by its buyer",
  },
  payment_query: {
    by: "payment",
    windowSeconds: 4,
    max: 1,
    what: "queries at the gateway that a waiting buyer causes; beyond that the answer is the last known state",
  },
  payment_return: {
    by: "network",
    windowSeconds: minute,
    max: "publicReadsPerMinute",
    isLeased: true,
    what: "browsers that a gateway sends back",
  },
  payment_notification: {
    by: "network",
    windowSeconds: minute,
    max: "callbacksPerMinute",
    isLeased: true,
    what: "notifications of gateways",
  },
  payment_channel_test: { by: "caller", windowSeconds: minute, max: 20, what: "tests of a payment channel" },
  notification_channel_test: {
    by: "caller",
    windowSeconds: minute,
    max: 20,
    what: "tests of a notification channel",
  },
  staff_token: {
    by: "caller",
    windowSeconds: minute,
    max: 600,
    isLeased: true,
    what: "calls of the admin API with one token",
  },
  unproved: {
    by: "network",
    windowSeconds: minute,
    max: "unprovedPerMinute",
    isLeased: true,
    what: "signed calls whose signature does not hold",
  },
  unproved_row: {
    by: "network",
    windowSeconds: minute,
    max: 1,
    what: "rows of the request log for signed calls beyond that limit",
  },
} as const satisfies Record<string, LimitDefinition>;

export type LimitName = keyof typeof limits;

export const limitDefinition = (name: LimitName): LimitDefinition => limits[name];

/** Read when a call comes, so that the configuration can change it. */
export function limitOf(name: LimitName): Limit {
  const { max, times = 1, windowSeconds } = limitDefinition(name);
  return { limit: (typeof max === "number" ? max : getConfig().limits[max]) * times, windowSeconds };
}

interface Bucket {
  perMinute: number;
  burst: number;
}

/** Signed calls of one partner that were proved: tokens that come back steadily. `perMinute` may be agreed with the site. */
export function siteCallBucket(agreed: number | null): Bucket {
  const { upstreamPerMinute, upstreamBurst } = getConfig().limits;
  const perMinute = agreed ?? upstreamPerMinute;
  return { perMinute, burst: Math.max(1, Math.min(upstreamBurst, perMinute)) };
}

export function connectionCallBucket(): Bucket {
  const { callbacksPerMinute } = getConfig().limits;
  return { perMinute: callbacksPerMinute, burst: callbacksPerMinute };
}
