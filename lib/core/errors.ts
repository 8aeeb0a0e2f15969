import { sayTold } from "../../messages/say";
import { baseLocale, type Locale } from "./locale";
import {
  type Problem,
  problem,
  type Refusal,
  type Rule,
  refusal,
  type Said,
  type Thing,
  toRefusal,
} from "./refusals/refusal";
import { sayRefusal } from "./refusals/translate";

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
  "maintenance",
  "unavailable",
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

/** A member of an input with what is wrong with it. */
export interface WrongMember {
  field: string;
  refusal: Refusal;
}

/** The limit that a call went beyond. */
export interface Quota {
  name: string;
  limit: number;
  /** Length of its window. */
  seconds: number;
}

export interface AppErrorOptions {
  /** The input member that is wrong; the wire shows `field: message`. */
  field?: string;
  /** Operator's name of the field: the sentence begins with it. */
  label?: string;
  /** Every member that is wrong, the one of `field` first. */
  wrong?: readonly WrongMember[];
  /** Seconds, for what passes by itself. */
  retryAfter?: number;
  /** For `rate_limited`. */
  quota?: Quota;
  /** Slug, for `insufficient_stock`: whose stock a reader may still see as it was. */
  product?: string;
  /** For the log only. */
  cause?: unknown;
}

/** An expected refusal: its rule and values, from which its sentence is written in the reader's language. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly refusal: Refusal;
  readonly options: AppErrorOptions;

  constructor(kind: ErrorKind, said: Said, options: AppErrorOptions = {}) {
    super(sayRefusal(said, baseLocale), { cause: options.cause });
    this.name = "AppError";
    this.kind = kind;
    this.refusal = toRefusal(said);
    this.options = options;
  }

  get field(): string | undefined {
    return this.options.field;
  }

  /** Every member that is wrong: the one of `field` alone, where no others are known. */
  get wrongMembers(): readonly WrongMember[] {
    const { field, wrong } = this.options;
    return wrong ?? (field === undefined ? [] : [{ field, refusal: this.refusal }]);
  }

  get retryAfter(): number | undefined {
    return this.options.retryAfter;
  }

  get rule(): Rule {
    return this.refusal.rule;
  }

  /** The same refusal of a member that stands deeper in an input. */
  at(field: string): AppError {
    return new AppError(this.kind, this.refusal, { ...this.options, field, wrong: undefined });
  }

  /** The refusal with the member that it is about, as it is kept. */
  get told(): Problem {
    const { field, label } = this.options;
    const labeled = label ? problem("of_member", { member: label, problem: this.refusal }) : this.refusal;
    return field ? problem("in_member", { member: field, problem: labeled }) : labeled;
  }

  wireMessage(locale: Locale = baseLocale): string {
    return sayTold(this.told, locale);
  }
}

export const isAppError = (error: unknown, kind?: ErrorKind): error is AppError =>
  error instanceof AppError && (kind === undefined || error.kind === kind);

export const notFound = (what: Thing) => new AppError("not_found", refusal("not_found", { what }));
