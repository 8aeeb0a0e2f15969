import { z } from "zod";
import { toldMembersOrNull } from "../../core/refusals/told-shape";
import { madeBetween, moneyOut, pageOut, pageQuery, timeOut } from "../../core/wire";
import { refundFilters, refundTaskStatuses } from "../state";

/** Money that is to be paid back outside the shop, by hand. */
export const queuedRefund = z.object({
  refund_no: z.string(),
  kind: z.enum(["overpaid", "order"]),
  status: z.enum(refundTaskStatuses),
  amount: moneyOut,
  currency: z.string(),
  order_no: z.string(),
  email: z.string().nullable(),
  reason: z.string().nullable(),
  /** Why the gateway refused it. */
  ...toldMembersOrNull("failure"),
  /** Its payment went through a gateway that can send money back. */
  can_send: z.boolean(),
  payment_no: z.string().nullable(),
  trade_no: z.string().nullable(),
  channel_name: z.string().nullable(),
  created_at: timeOut,
  done_at: timeOut.nullable(),
});

export const refundQueueQuery = z.object({
  ...pageQuery(20, 100),
  status: z.enum(refundFilters).default("all"),
  ...madeBetween,
});
export const refundQueue = z.object({ refunds: z.array(queuedRefund), ...pageOut });
export const refundParams = z.object({ refund_no: z.string() });
export const sentRefund = z.object({ refund_no: z.string(), status: z.literal("processing") });
export const finishedRefund = z.object({ refund_no: z.string(), status: z.literal("done") });

export type RefundQueue = z.infer<typeof refundQueue>;
export type RefundQueueQuery = z.output<typeof refundQueueQuery>;
