import { z } from "zod";
import { plainText, timeIn } from "../../core/wire";

export const disputeStates = ["open", "won", "lost"] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeBody = z.object({
  /** The gateway's own number of the dispute. */
  dispute_no: plainText(100, 1),
  state: z.enum(disputeStates),
  reason: plainText(300, 1),
  /** Until when the gateway wants an answer. */
  due_at: timeIn.optional(),
});

export type DisputeInput = z.output<typeof disputeBody>;
