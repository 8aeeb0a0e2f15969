import type { Rule } from "@/lib/core/refusals/refusal";
import type { MailKind } from "@/lib/notifications/mail-data";
import type { OperatorEventKind } from "@/lib/notifications/outbound/schema";
import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import type { NeedKind } from "@/lib/operations/morning/schema";
import type { TaskKind } from "@/lib/reports/schema";
import type { statuses, things, types } from "./en/refusals-words";

/** Values of an alert beside its kind; a text names the ones that it needs. */
export type AlertData = Readonly<Record<string, string | number | boolean | null>>;
export type AlertTexts = Readonly<Record<string, (data: AlertData) => string>>;

export interface EventTexts {
  /** Beginning of the message of one event. Kinds told by their alert's sentence have none. */
  titles: Partial<Record<OperatorEventKind, (what: string) => string>>;
  /** Name of a kind among many: "12 × Sale". */
  names: Record<OperatorEventKind, string>;
  rows: Record<
    "order" | "product" | "sku" | "buyer" | "amount" | "time" | "more" | "sum" | "about" | "asker",
    string
  >;
  test: { title: string; text: string };
  testMail: (shop: string) => { subject: string; text: string };
  morning: MorningTexts;
}

/** Facts of the three sentences that say how the shop stands. Amounts are written, and needs named. */
export interface MorningTexts {
  /** `since` null: in the last 24 hours. */
  happened: (facts: {
    since: string | null;
    orders: number;
    revenue: string;
    refunded: string | null;
  }) => string;
  waiting: (count: number, first: string | null) => string;
  works: (failing: readonly string[], untried: readonly string[]) => string;
  needs: Record<NeedKind, string>;
}

export interface TaskFacts {
  reference: string;
  title: string | null;
  amount: string | null;
  count: number;
  detail: string | null;
}

export type TaskTexts = Record<Exclude<TaskKind, "alert">, (facts: TaskFacts) => string>;

interface MailName {
  name: string;
  /** When it is sent, for whoever writes its text. */
  when: string;
}

/** Names of the kinds of mail; those about an order also in its history. */
export type MailNames = {
  [K in MailKind]: K extends `order_${string}` ? MailName & { inHistory: string } : MailName;
};

/** Words that the server says to shoppers. */
export interface ShopperWords {
  refusals: Readonly<Record<Rule, string>>;
  /** Words for buyers in the place of a living text that they may not read. */
  livingNotices: { ended: (day: string) => string; suspended: string };
  /** Names of a payment and a refund that have no title, at the gateway, whose pages the buyer reads. */
  gatewayLines: { topUp: (amount: string) => string; refund: (orderNo: string) => string };
  /** By the name of the value. A title or a code of the shop is never looked up here. */
  refusalWords: {
    what: Readonly<Record<keyof typeof things, string>>;
    expected: Readonly<Record<keyof typeof types, string>>;
    status: Readonly<Record<keyof typeof statuses, string>>;
  };
}

export interface MailWords {
  mails: MailWriters;
  /** Why a mail came: its reader bought here, got a present, or runs the shop. */
  mailFooters: Readonly<Record<"buyer" | "recipient" | "operator", (shopName: string) => string>>;
  /** Product of the orders in previews of mails. */
  sampleProduct: string;
  mailNames: MailNames;
}

/** Words that the server says to staff. */
export interface AdminWords {
  alerts: AlertTexts;
  operatorEvents: EventTexts;
  tasks: TaskTexts;
}

/**
 * Words of the server in one language. The words of the pages stand beside them, in JSON (areas.ts). A language that lacks a
 * part (parts.ts) leaves out all of its members.
 */
export interface Language extends ShopperWords, MailWords, AdminWords {}
