import { z } from "zod";
import { id, moneyOut, pageOut, storefrontPage, timeIn, timeOut } from "../core/wire";
import { speakers } from "../orders/customers/schema";
import type { TaskKind } from "./schema";

/** Tasks about one order whose buyer waits for a person, the most pressing first. */
export const caseKinds = [
  "order.problem",
  "order.dispute",
  "order.failed",
  "purchase.failed",
  "order.by_hand",
] as const satisfies readonly TaskKind[];
export type CaseKind = (typeof caseKinds)[number];

export const caseQuery = z.object({
  ...storefrontPage,
  kind: z.enum(caseKinds).optional(),
  /** `waiting` are put off until a time; `answered` are reports of buyers that staff answered lately. */
  state: z.enum(["open", "mine", "waiting", "answered"]).default("open"),
});
export type CaseQuery = z.output<typeof caseQuery>;

const person = z.object({ id: z.int(), name: z.string() });

const caseRow = z.object({
  order_no: z.string(),
  /** Everything about the order that waits, the most pressing first; empty once it is answered. */
  kinds: z.array(z.enum(caseKinds)),
  /** One sentence about the most pressing one, in the reader's language. */
  text: z.string(),
  buyer: z.string().nullable(),
  amount: z.string().nullable(),
  since: timeOut.nullable(),
  owner: person.nullable(),
  wait_until: timeOut.nullable(),
  /** How long the buyer waited for the answer. */
  waited_seconds: z.int().nullable(),
  answered_at: timeOut.nullable(),
});
export type CaseRow = z.infer<typeof caseRow>;

/** How soon what buyers reported was answered: by words, another key or their money. */
const firstAnswers = z.object({
  days: z.int(),
  count: z.int(),
  /** Half of them waited no longer; null without any. */
  median_seconds: z.int().nullable(),
  longest_seconds: z.int().nullable(),
});
export type FirstAnswers = z.infer<typeof firstAnswers>;

export const casePage = z.object({
  cases: z.array(caseRow),
  /** Open cases, without those that are put off. */
  open: z.int(),
  first_answers: firstAnswers,
  ...pageOut,
});
export type CasePage = z.infer<typeof casePage>;

export const caseDetail = z.object({
  order_no: z.string(),
  tasks: z.array(
    z.object({ key: z.string(), kind: z.enum(caseKinds), text: z.string(), since: timeOut.nullable() }),
  ),
  owner: person.nullable(),
  wait_until: timeOut.nullable(),
  /** Words between buyer and shop, the newest last. */
  messages: z.array(
    z.object({
      by: z.enum(speakers),
      name: z.string().nullable(),
      text: z.string(),
      at: timeOut,
      waited_seconds: z.int().nullable(),
    }),
  ),
  /** The key that another one would most likely be given for; null where a person has to choose. */
  replaceable: z
    .object({
      secret_id: z.int(),
      item: z.int(),
      /** Its place among the keys of the item. */
      number: z.int(),
      /** Keys in stock that could take its place. */
      available: z.int(),
      /** The sum that counts against a limit of money moved by hand; null for the first one of each unit. */
      counted: moneyOut.nullable(),
    })
    .nullable(),
  /** Staff who may be given the case. */
  colleagues: z.array(person),
});
export type CaseDetail = z.infer<typeof caseDetail>;

export const markCaseBody = z.object({
  /** Gives it to somebody; null gives it back to all. */
  owner_id: id.nullable().optional(),
  /** Not to be shown before; null brings it back. */
  wait_until: timeIn.nullable().optional(),
});
export type MarkCase = z.output<typeof markCaseBody>;
export const caseMarked = z.object({
  order_no: z.string(),
  owner: person.nullable(),
  wait_until: timeOut.nullable(),
});
