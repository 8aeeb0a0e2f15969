import { nameAmount } from "../core/money";
import { keysOf } from "../core/shapes/records";
import type { DeliveredLine, MailData, MailKind, MailLine, MailReceipt } from "./mail-data";

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
      giftTo: null,
    }),
    values: valuesOfOrder,
  },
  order_secret_changed: {
    sample: ({ orderNo, delivered, url }) => ({ orderNo, lines: [delivered], url, giftTo: null }),
    values: ({ orderNo, lines }, list) => ({ order: orderNo, products: list(lines) }),
  },
  gift: {
    sample: ({ line, shopUrl }) => ({
      fromName: "Kim",
      message: "…",
      lines: [line],
      url: `${shopUrl}/gift`,
      isChanged: false,
    }),
    values: ({ lines }, list) => ({ products: list(lines) }),
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
