import type account from "./en/account.json";
import type admin from "./en/admin.json";
import type adminContent from "./en/admin-content.json";
import type adminMoney from "./en/admin-money.json";
import type adminNotify from "./en/admin-notify.json";
import type adminPeople from "./en/admin-people.json";
import type adminSell from "./en/admin-sell.json";
import type adminSystem from "./en/admin-system.json";
import type adminTrade from "./en/admin-trade.json";
import type auth from "./en/auth.json";
import type catalogue from "./en/catalogue.json";
import type checkout from "./en/checkout.json";
import type common from "./en/common.json";
import type content from "./en/content.json";
import type legal from "./en/legal.json";
import type order from "./en/order.json";
import type testGateway from "./en/test-gateway.json";

/** English is the measure: a key that is missing there does not compile. One file an area, one line here. */
export type Messages = {
  common: typeof common;
  catalogue: typeof catalogue;
  checkout: typeof checkout;
  order: typeof order;
  content: typeof content;
  auth: typeof auth;
  account: typeof account;
  legal: typeof legal;
  admin: typeof admin;
  "admin-content": typeof adminContent;
  "admin-money": typeof adminMoney;
  "admin-notify": typeof adminNotify;
  "admin-people": typeof adminPeople;
  "admin-sell": typeof adminSell;
  "admin-system": typeof adminSystem;
  "admin-trade": typeof adminTrade;
  "test-gateway": typeof testGateway;
};

export type Area = keyof Messages;

type PlacesBelow<Texts, Path extends string> = {
  [Key in keyof Texts & string]:
    | `${Path}.${Key}`
    | (Texts[Key] extends string ? never : PlacesBelow<Texts[Key], `${Path}.${Key}`>);
}[keyof Texts & string];

/** An area, a section of it or one text: "admin-sell.products", "admin-sell.products.bulk". */
export type TextPlace = Area | { [A in Area]: PlacesBelow<Messages[A], A> }[Area];

export const areas: readonly Area[] = [
  "common",
  "catalogue",
  "checkout",
  "order",
  "content",
  "auth",
  "account",
  "legal",
  "admin",
  "admin-content",
  "admin-money",
  "admin-notify",
  "admin-people",
  "admin-sell",
  "admin-system",
  "admin-trade",
  "test-gateway",
];
