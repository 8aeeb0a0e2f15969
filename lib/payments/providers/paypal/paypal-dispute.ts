import { z } from "zod";
import { formatMoney, nameAmount } from "../../../core/money";
import type { GatewayDispute } from "../../provider";
import { isTradeNo } from "../number-formats";
import { fromPaypalAmount } from "./paypal-account";

const schema = z.object({
  dispute_id: z.string().min(1).max(100),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().refine(isTradeNo) })).min(1),
  reason: z.string().max(100),
  status: z.string(),
  dispute_amount: z.unknown(),
  seller_response_due_date: z.string().max(40).optional(),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
});

const lostWords = new Set(["RESOLVED_BUYER_FAVOUR", "RESOLVED_WITH_PAYOUT", "ACCEPTED"]);

/** Null for what cannot be read: the event is genuine all the same. */
export function readPaypalDispute(value: unknown): GatewayDispute | null {
  const parsed = schema.safeParse(value);
  const money = parsed.success ? fromPaypalAmount(parsed.data.dispute_amount) : null;
  const trade = parsed.data?.disputed_transactions[0];
  if (!parsed.success || !money || !trade) return null;
  const { dispute_id, reason, status, dispute_outcome, seller_response_due_date } = parsed.data;
  const isLost = lostWords.has(dispute_outcome?.outcome_code ?? "");
  const dueAt = new Date(seller_response_due_date ?? "");
  return {
    tradeNo: trade.seller_transaction_id,
    disputeNo: dispute_id,
    state: status === "RESOLVED" ? (isLost ? "lost" : "won") : "open",
    amount: nameAmount(formatMoney(money.amountCents), money.currency),
    reason,
    dueAt: Number.isNaN(dueAt.getTime()) ? null : dueAt,
  };
}
