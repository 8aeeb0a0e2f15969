/** The closed list of things that can be wrong. lib/http/surfaces.ts gives each its HTTP status and code. */
export const errorKinds = [
  "malformed",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "captcha_invalid",
  "email_code_invalid",
  "coupon_not_applicable",
  "form_invalid",
  "token_expired",
  "refresh_rejected",
  "totp_invalid",
  "account_disabled",
  "members_only",
  "feature_disabled",
  "insufficient_stock",
  "order_not_payable",
  "insufficient_balance",
  "gift_card_unavailable",
  "email_taken",
  "idempotency_conflict",
  "state_conflict",
  "site_rejected",
] as const;

export type ErrorKind = (typeof errorKinds)[number];

export interface AppErrorOptions {
  /** The input member that is wrong; the wire shows `field: message`. */
  field?: string;
  /** Seconds, for `rate_limited`. */
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
}

/** An expected refusal. `message` is one sentence for a person and safe to show. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.kind = kind;
    this.field = options.field;
    this.retryAfter = options.retryAfter;
  }

  get wireMessage(): string {
    return this.field ? `${this.field}: ${this.message}` : this.message;
  }
}

export const isAppError = (error: unknown, kind?: ErrorKind): error is AppError =>
  error instanceof AppError && (kind === undefined || error.kind === kind);

export const notFound = (what: string) => new AppError("not_found", `${what} not found`);
