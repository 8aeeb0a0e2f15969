import { z } from "zod";
import { shapedAs } from "../../../core/shaped-text";
import { describedAs } from "../../../core/shapes/described";
import {
  idText,
  moneyOut,
  pageOut,
  pageQuery,
  plainText,
  signedMoneyOut,
  timeIn,
  timeOut,
} from "../../../core/wire";
import { maxBooksLength } from "./bounds";

export const statementParams = z.object({ site_id: idText, statement_id: idText });
export const mismatchParams = z.object({ site_id: idText, mismatch_id: idText });

export const settlementSources = ["outside", "deposit"] as const;

/** A closed period as both sides read it. */
export const statement = z.object({
  id: z.int(),
  from: timeOut,
  to: timeOut,
  currency: z.string(),
  orders: z.int(),
  ordered: moneyOut,
  refunds: z.int(),
  refunded: moneyOut,
  amount: signedMoneyOut,
  closed_at: timeOut,
  settled_at: timeOut.nullable(),
  /** Null while it is open, and of a period without a sum. */
  settled_from: z.enum(settlementSources).nullable(),
});
export type Statement = z.infer<typeof statement>;

export const statementView = statement.extend({ note: z.string().nullable() });
export type StatementView = z.infer<typeof statementView>;

export const accountQuery = z.object({
  ...pageQuery(20, 100),
  /** The end of the period that is looked at; now unless given. */
  to: timeIn.optional(),
});

/** Booked on account and on no statement yet. */
const openPeriod = z.object({
  from: timeOut,
  to: timeOut,
  orders: z.int(),
  ordered: moneyOut,
  refunds: z.int(),
  refunded: moneyOut,
  amount: signedMoneyOut,
});

export const accountView = z.object({
  currency: z.string(),
  deposit: moneyOut,
  /** Closed and not settled. */
  due: signedMoneyOut,
  period: openPeriod,
  open_mismatches: z.int(),
  last_comparison: z
    .object({ id: z.int(), to: timeOut, rows: z.int(), matched: z.int(), created_at: timeOut })
    .nullable(),
  statements: z.array(statementView),
  ...pageOut,
});
export type AccountView = z.infer<typeof accountView>;

const amountText = describedAs(z.string().check(...shapedAs(/^-?\d{1,13}\.\d{2}$/)), {
  is: { type: "string", pattern: "^-?[0-9]{1,13}\\.[0-9]{2}$" },
});

export const closePeriodBody = z.object({
  to: timeIn,
  /** The sum that the operator read: another one is refused, so that nobody closes what they have not seen. */
  amount: amountText,
});
export type ClosePeriod = z.output<typeof closePeriodBody>;

export const settleStatementBody = z.object({
  from: z.enum(settlementSources),
  note: plainText(200).default(""),
});
export type SettleStatement = z.output<typeof settleStatementBody>;

export const mismatchKinds = ["unknown_here", "missing_there", "not_paid", "amount", "refunded"] as const;
export type MismatchKind = (typeof mismatchKinds)[number];

export const compareBooksBody = z.object({
  to: timeIn,
  /** CSV with a heading line: `order_no` or `downstream_order_no`, `amount`, and where there are any `refunded_amount` and `paid_at`. */
  csv: z.string().min(1).max(maxBooksLength),
});
export type CompareBooks = z.output<typeof compareBooksBody>;

export const comparisonReport = z.object({
  id: z.int(),
  rows: z.int(),
  matched: z.int(),
  /** Still open, of this comparison. */
  mismatches: z.int(),
});

export const mismatchQuery = z.object({
  ...pageQuery(20, 100),
  state: z.enum(["open", "resolved"]).default("open"),
});
export const mismatchView = z.object({
  id: z.int(),
  kind: z.enum(mismatchKinds),
  order_no: z.string().nullable(),
  downstream_order_no: z.string().nullable(),
  ours: moneyOut.nullable(),
  theirs: moneyOut.nullable(),
  created_at: timeOut,
  resolved_at: timeOut.nullable(),
  /** Null when a later comparison did not find it any more. */
  resolved_by: z.string().nullable(),
  note: z.string().nullable(),
});
export type MismatchView = z.infer<typeof mismatchView>;
export const mismatchList = z.object({ mismatches: z.array(mismatchView), ...pageOut });
export const resolveMismatchBody = z.object({ note: plainText(300, 1) });
export type ResolveMismatch = z.output<typeof resolveMismatchBody>;

/** For the agent's own comparison, by signed calls. */
export const accountOrdersQuery = z.object({ ...pageQuery(100, 200), from: timeIn, to: timeIn });
export type AccountOrdersQuery = z.output<typeof accountOrdersQuery>;
export const accountOrders = z.object({
  orders: z.array(
    z.object({
      upstream_order_no: z.string(),
      downstream_order_no: z.string(),
      amount: moneyOut,
      refunded_amount: moneyOut,
      status: z.string(),
      created_at: timeOut,
      paid_at: timeOut.nullable(),
      /** The statement that it stands on. */
      statement: z.int().nullable(),
    }),
  ),
  ...pageOut,
});
