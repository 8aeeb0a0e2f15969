import { z } from "zod";
import { formatMoney, nameAmount } from "../../../core/money";
import type { GatewayDispute } from "../../provider";
import { fromMinorUnits } from "../minor-units";
import { isTradeNo } from "../number-formats";

const schema = z.object({
  id: z.string().min(1).max(100),
  payment_intent: z.string().refine(isTradeNo),
  amount: z.number(),
  currency: z.string().max(10),
  reason: z.string().max(100),
  status: z.string(),
  evidence_details: z
    .object({ due_by: z.number().positive().max(1e11).nullable() })
    .partial()
    .optional(),
});

/** A warning that was closed is an inquiry that never became a dispute: no money moved. */
const wonWords = new Set(["won", "warning_closed", "prevented"]);

/** Null for what cannot be read: the event is genuine all the same. */
export function readStripeDispute(value: unknown): GatewayDispute | null {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  const { id, payment_intent, amount, reason, status, evidence_details } = parsed.data;
  const currency = parsed.data.currency.toUpperCase();
  const cents = fromMinorUnits(amount, currency);
  if (cents === undefined) return null;
  const dueBy = evidence_details?.due_by;
  return {
    tradeNo: payment_intent,
    disputeNo: id,
    state: wonWords.has(status) ? "won" : status === "lost" ? "lost" : "open",
    amount: nameAmount(formatMoney(cents), currency),
    reason,
    dueAt: dueBy ? new Date(dueBy * 1000) : null,
  };
}
