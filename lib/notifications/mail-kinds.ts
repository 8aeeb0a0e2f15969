import { nameAmount } from "../core/money";
import { keysOf } from "../core/shapes/records";

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

/** A reset is by the shop, as its customer asked. */
export type SecurityEvent =
  | "new_device"
  | "email_changed"
  | `password_${"changed" | "reset"}`
  | `totp_${"enabled" | "disabled" | "reset"}`
  | `passkey_${"added" | "removed"}`
  | "passkeys_reset";

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
  order_delivered: { receipt: MailReceipt; lines: DeliveredLine[]; url: string; receiptUrl: string };
  order_secret_changed: { orderNo: string; lines: DeliveredLine[]; url: string };
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

/** `default` is the standard text of the same part. No placeholder holds a code, a key or a link: those have blocks of their own. */
export const mailPlaceholders = [
  "default",
  "shop",
  "order",
  "amount",
  "products",
  "reason",
  "minutes",
  "until",
  "count",
  "ip",
] as const;
export type MailPlaceholder = (typeof mailPlaceholders)[number];

/** Kinds that go to customers: operators may replace their texts. Those to the operator are written by their events. */
export type EditableMail = Exclude<MailKind, "operator">;

export type MailValues = Partial<Record<MailPlaceholder, string>>;
type ListProducts = (lines: readonly MailLine[]) => string;

/** Facts that make the data of a preview; nothing of it exists. */
export interface SampleFacts {
  orderNo: string;
  /** The page of the order. */
  url: string;
  shopUrl: string;
  receipt: MailReceipt;
  line: MailLine;
  delivered: DeliveredLine;
  until: string;
  at: Date;
}

interface EditableKind<Data> {
  /** The data of the preview. */
  sample: (facts: SampleFacts) => Data;
  /** Values of its placeholders, beside `shop` and `default`. */
  values: (data: Data, list: ListProducts) => MailValues;
}

const valuesOfOrder = (
  { receipt, lines }: Pick<MailData["order_paid"], "receipt" | "lines">,
  list: ListProducts,
): MailValues => ({
  order: receipt.orderNo,
  amount: nameAmount(receipt.amount, receipt.currency),
  products: list(lines),
});

export const editableKinds: { [K in EditableMail]: EditableKind<MailData[K]> } = {
  code: {
    sample: () => ({ purpose: "register", code: "042917", minutes: 10, hasAccount: false }),
    values: ({ minutes }) => ({ minutes: String(minutes) }),
  },
  order_open: {
    sample: ({ receipt, line, until, url }) => ({ receipt, lines: [line], until, url }),
    values: valuesOfOrder,
  },
  order_paid: {
    sample: ({ receipt, line, url }) => ({ receipt, lines: [line], isByHand: false, url }),
    values: valuesOfOrder,
  },
  order_delivered: {
    sample: ({ receipt, delivered, url }) => ({
      receipt,
      lines: [delivered],
      url,
      receiptUrl: `${url}/receipt`,
    }),
    values: valuesOfOrder,
  },
  order_secret_changed: {
    sample: ({ orderNo, delivered, url }) => ({ orderNo, lines: [delivered], url }),
    values: ({ orderNo, lines }, list) => ({ order: orderNo, products: list(lines) }),
  },
  order_new_version: {
    sample: ({ orderNo, line, url }) => ({ orderNo, title: line.title, version: "2.1", notes: "…", url }),
    values: ({ orderNo, title, version }, list) => ({
      order: orderNo,
      products: list([{ title: `${title} ${version}`, skuName: null, quantity: 1 }]),
    }),
  },
  order_ending: {
    sample: ({ orderNo, line: { title, skuName }, until, url }) => ({
      orderNo,
      title,
      skuName,
      until,
      url,
      renewUrl: `${url}/renew`,
    }),
    values: ({ orderNo, title, skuName, until }, list) => ({
      order: orderNo,
      products: list([{ title, skuName, quantity: 1 }]),
      until,
    }),
  },
  order_failed: {
    sample: ({ receipt, line, url }) => ({ receipt, lines: [line], url }),
    values: valuesOfOrder,
  },
  order_refunded: {
    sample: ({ orderNo, receipt: { amount, currency }, url }) => ({
      orderNo,
      amount,
      currency,
      method: "gateway",
      reason: "…",
      url,
      receiptUrl: `${url}/receipt`,
    }),
    values: ({ orderNo, amount, currency, reason }) => ({
      order: orderNo,
      amount: nameAmount(amount, currency),
      reason: reason ?? "",
    }),
  },
  order_answer: {
    sample: ({ orderNo, url }) => ({ orderNo, text: "…", url }),
    values: ({ orderNo }) => ({ order: orderNo }),
  },
  stock_back: {
    sample: ({ line: { title, skuName }, shopUrl }) => ({
      title,
      skuName,
      url: shopUrl,
      endUrl: `${shopUrl}/stock-notices`,
    }),
    values: ({ title, skuName }, list) => ({ products: list([{ title, skuName, quantity: 1 }]) }),
  },
  stock_confirm: {
    sample: ({ line: { title, skuName }, shopUrl }) => ({
      title,
      skuName,
      url: `${shopUrl}/stock-notices/confirm`,
      endUrl: `${shopUrl}/stock-notices`,
    }),
    values: ({ title, skuName }, list) => ({ products: list([{ title, skuName, quantity: 1 }]) }),
  },
  guest_recovery: {
    sample: ({ orderNo, line: { title }, at, url }) => ({
      orders: [{ orderNo, title, createdAt: at, url }],
    }),
    values: ({ orders }) => ({ count: String(orders.length) }),
  },
  security: {
    sample: ({ at, url }) => ({
      event: "new_device",
      at,
      ip: "203.0.113.7",
      device: "Firefox · Windows",
      url,
    }),
    values: ({ ip }) => ({ ip: ip ?? "—" }),
  },
};
export const editableMails = keysOf(editableKinds);
