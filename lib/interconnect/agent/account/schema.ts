import { z } from "zod";
import { rateIn } from "../../../core/rate";
import { moneyOut, timeIn, timeOut } from "../../../core/wire";

/** Our account at the main site, as it last told of it. */
export const mainAccount = z.object({
  currency: z.string(),
  settlement_mode: z.string(),
  deposit: moneyOut,
  deposit_low: z.boolean(),
  /** Debt of closed periods; null of a main site that closes none. */
  due: z.string().nullable(),
  statements: z.array(
    z.object({
      id: z.int(),
      from: timeOut,
      to: timeOut,
      currency: z.string(),
      orders: z.int(),
      amount: z.string(),
      settled_at: timeOut.nullable(),
    }),
  ),
});
export type MainAccount = z.infer<typeof mainAccount>;

export const connectionRateBody = z.object({ rate: rateIn });

export const accountPeriod = z.object({ from: timeIn, to: timeIn });
export type AccountPeriod = z.output<typeof accountPeriod>;

/** From here: `unknown_here` the main site counts and we do not know, `missing_there` we paid and it does not count. */
const mainMismatchKinds = ["unknown_here", "missing_there", "not_paid", "amount", "refunded"] as const;
export const mainComparison = z.object({
  orders: z.int(),
  matched: z.int(),
  mismatches: z.array(
    z.object({
      kind: z.enum(mainMismatchKinds),
      upstream_order_no: z.string().nullable(),
      downstream_order_no: z.string(),
      ours: moneyOut.nullable(),
      theirs: moneyOut.nullable(),
    }),
  ),
});
export type MainComparison = z.infer<typeof mainComparison>;
