export interface MailLine {
  title: string;
  skuName: string | null;
  quantity: number;
}

export interface DeliveredLine extends MailLine {
  /** Bought keys, one entry each; empty while this line is still to come. */
  secrets: string[];
  instructions: string | null;
}

/** Cost of an order. Amounts are wire strings in `currency`. */
export interface MailReceipt {
  orderNo: string;
  currency: string;
  originalAmount: string;
  /** Empty where nothing was reduced, or where an old order does not say by what. */
  reductions: readonly { kind: "member" | "quantity" | "coupon"; name: string | null; amount: string }[];
  amount: string;
}

/** A reset, a merge and a join are by the shop, as its customer asked. */
export type SecurityEvent =
  | "new_device"
  | "email_changed"
  | `password_${"changed" | "reset"}`
  | `totp_${"enabled" | "disabled" | "reset"}`
  | `passkey_${"added" | "removed"}`
  | `identity_${"linked" | "unlinked"}`
  | `${"passkeys" | "identities"}_reset`
  | `account_${"merged" | "joined"}`;

/** Data of each kind of mail. Amounts are wire strings, times are Dates, links are absolute. */
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
  /** `giftTo`: who it was given to, and the goods are left out; null for an order that is no gift. */
  order_delivered: {
    receipt: MailReceipt;
    lines: DeliveredLine[];
    url: string;
    receiptUrl: string;
    giftTo: string | null;
  };
  order_secret_changed: { orderNo: string; lines: DeliveredLine[]; url: string; giftTo: string | null };
  /** To whom an order was given: nothing of its number, price and buyer. `isChanged`: what they have was replaced. */
  gift: {
    fromName: string | null;
    message: string | null;
    lines: MailLine[];
    url: string;
    isChanged: boolean;
  };
  /** A file that was bought has a new version. */
  order_new_version: { orderNo: string; title: string; version: string; notes: string; url: string };
  /** Purchases that end soon. `until`: in the shop's time zone. */
  order_ending: {
    orderNo: string;
    title: string;
    skuName: string | null;
    until: string;
    url: string;
    /** Where it is renewed; null where that is not offered. */
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
  /** Whether the one who asked to be told has given an own address. `url`: says yes. */
  stock_confirm: { title: string; skuName: string | null; url: string; endUrl: string };
  guest_recovery: { orders: { orderNo: string; title: string; createdAt: Date; url: string }[] };
  /** To the operator: what happened, and where it is seen to. */
  operator: { title: string; rows: readonly (readonly [label: string, value: string])[]; url: string };
  /** `ip`: null where the shop did it. */
  security: { event: SecurityEvent; at: Date; ip: string | null; device: string | null; url: string };
}

export type MailKind = keyof MailData;
