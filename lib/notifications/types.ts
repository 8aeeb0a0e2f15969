import type { AuditAction } from "../core/audit-actions";
import type { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";

/** How the caller wants it written down who did it; accounts keep the audit log and stand beside this domain. */
export type WriteAudit = (
  tx: Tx,
  entry: { action: AuditAction; target: string; data?: Prisma.InputJsonObject },
) => Promise<void>;

export interface MailLine {
  title: string;
  skuName: string | null;
  quantity: number;
}

export interface DeliveredLine extends MailLine {
  /** What was bought, one entry a key; empty while this line is still to come. */
  secrets: string[];
  instructions: string | null;
}

/** What an order cost. Amounts are wire strings in `currency`. */
export interface MailReceipt {
  orderNo: string;
  currency: string;
  originalAmount: string;
  /** Empty where nothing was reduced, or where an old order does not say by what. */
  reductions: readonly { kind: "member" | "quantity" | "coupon"; name: string | null; amount: string }[];
  amount: string;
}

export type SecurityEvent =
  | "password_changed"
  | "new_device"
  | "email_changed"
  | "totp_enabled"
  | "totp_disabled";

/** What each kind of mail says. Amounts are wire strings, times are Dates, links are absolute. */
export interface MailData {
  code: {
    purpose: "register" | "reset" | "change_email";
    code: string;
    minutes: number;
    hasAccount: boolean;
  };
  /** `until`: when the order expires, in the shop's time zone. */
  order_open: { receipt: MailReceipt; lines: MailLine[]; until: string; url: string };
  order_paid: {
    receipt: MailReceipt;
    lines: MailLine[];
    /** Somebody of the shop prepares it: it takes longer than a moment. */
    isByHand: boolean;
    url: string;
  };
  order_delivered: { receipt: MailReceipt; lines: DeliveredLine[]; url: string; receiptUrl: string };
  order_secret_changed: { orderNo: string; lines: DeliveredLine[]; url: string };
  /** A file that was bought has a new version. */
  order_new_version: { orderNo: string; title: string; version: string; notes: string; url: string };
  /** What was bought ends soon. `until`: in the shop's time zone. */
  order_ending: {
    orderNo: string;
    title: string;
    skuName: string | null;
    until: string;
    url: string;
    /** Where it is bought on; null where that is not offered. */
    renewUrl: string | null;
  };
  order_failed: { receipt: MailReceipt; lines: MailLine[]; url: string };
  order_refunded: {
    orderNo: string;
    amount: string;
    currency: string;
    method: "wallet" | "gateway" | "deposit" | "manual";
    reason: string | null;
    url: string;
    /** Where the receipt and its credit notes are. */
    receiptUrl: string;
  };
  /** From staff to the buyer of an order. */
  order_answer: { orderNo: string; text: string; url: string };
  /** An option that was sold out can be bought again. */
  stock_back: { title: string; skuName: string | null; url: string; endUrl: string };
  guest_recovery: { orders: { orderNo: string; title: string; createdAt: Date; url: string }[] };
  /** To the operator: what happened, and where it is seen to. */
  operator: { title: string; rows: readonly (readonly [label: string, value: string])[]; url: string };
  security: { event: SecurityEvent; at: Date; ip: string; device: string | null; url: string };
}

export type MailKind = keyof MailData;

export type MailBlock =
  /** `lead`: what an operator's own text takes the place of. */
  | { kind: "text"; text: string; part?: "lead" }
  | { kind: "small"; text: string; part?: "closing" }
  | { kind: "code"; code: string }
  | { kind: "facts"; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: "secrets"; title: string; secrets: readonly string[]; instructions: string | null }
  | { kind: "button"; label: string; url: string }
  /** Set small: what few readers look for. */
  | { kind: "link"; label: string; url: string };

/** A mail before it is drawn as plain text and as HTML. */
export interface MailContent {
  subject: string;
  heading: string;
  blocks: MailBlock[];
}

/** What one language says of each kind. */
export interface MailShop {
  name: string;
  timeZone: string;
  /** The operator's own picture, absolute. */
  logoUrl: string | null;
  contact: string | null;
}

export type MailWriters = { [K in MailKind]: (data: MailData[K], shop: MailShop) => MailContent };
