import { type Locale, languageTag } from "../../core/locale";
import type { MailData, MailLine, MailShop } from "../types";
import type { PlaceholderValues } from "./fill-text";
import type { EditableMail, MailPlaceholder } from "./schema";

type Values = Partial<Record<MailPlaceholder, string>>;
type ListProducts = (lines: readonly MailLine[]) => string;

const listIn =
  (locale: Locale): ListProducts =>
  (lines) =>
    new Intl.ListFormat(languageTag[locale], { type: "conjunction" }).format(
      lines.map(({ title, skuName }) => (skuName ? `${title} · ${skuName}` : title)),
    );

const ofOrder = (
  { receipt, lines }: Pick<MailData["order_paid"], "receipt" | "lines">,
  list: ListProducts,
): Values => ({
  order: receipt.orderNo,
  amount: `${receipt.amount} ${receipt.currency}`,
  products: list(lines),
});

/** What each kind of mail offers beside `shop` and `default`. */
const valuesOf: { [K in EditableMail]: (data: MailData[K], list: ListProducts) => Values } = {
  code: ({ minutes }) => ({ minutes: String(minutes) }),
  order_open: ofOrder,
  order_paid: ofOrder,
  order_delivered: ofOrder,
  order_failed: ofOrder,
  order_secret_changed: ({ orderNo, lines }, list) => ({ order: orderNo, products: list(lines) }),
  order_new_version: ({ orderNo, title, version }, list) => ({
    order: orderNo,
    products: list([{ title: `${title} ${version}`, skuName: null, quantity: 1 }]),
  }),
  order_ending: ({ orderNo, title, skuName, until }, list) => ({
    order: orderNo,
    products: list([{ title, skuName, quantity: 1 }]),
    until,
  }),
  order_refunded: ({ orderNo, amount, currency, reason }) => ({
    order: orderNo,
    amount: `${amount} ${currency}`,
    reason: reason ?? "",
  }),
  order_answer: ({ orderNo }) => ({ order: orderNo }),
  stock_back: ({ title, skuName }, list) => ({ products: list([{ title, skuName, quantity: 1 }]) }),
  guest_recovery: ({ orders }) => ({ count: String(orders.length) }),
  security: ({ ip }) => ({ ip }),
};

/** `default` is added for each part by itself. */
export const placeholderValues = <K extends EditableMail>(
  kind: K,
  data: MailData[K],
  { locale, shop }: { locale: Locale; shop: MailShop },
): PlaceholderValues => ({ shop: shop.name, ...valuesOf[kind](data, listIn(locale)) });
