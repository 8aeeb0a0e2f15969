import { z } from "zod";
import { moneyOut, plainText } from "../../core/wire";

/** A notification that an operator pastes, and the text that the gateway says it signed. */
export const replayBody = z.object({
  message: plainText(20_000, 1),
  theirs: plainText(20_000).optional(),
});

export const replay = z.object({
  is_proved: z.boolean(),
  /** Why it proves nothing; null when it does. */
  reason: z.string().nullable(),
  notification: z
    .object({
      payment_no: z.string(),
      trade_no: z.string(),
      amount: moneyOut,
      currency: z.string(),
      status: z.string(),
      is_paid: z.boolean(),
    })
    .nullable(),
  /** Text that the shop signs of it, without the key; null where a proof is more than one text. */
  signed_text: z.string().nullable(),
  signature: z.string().nullable(),
  /** A change of the declaration under which the signature would hold. */
  suggestion: z.string().nullable(),
  /** Where our text and the given one part. */
  difference: z.object({ at: z.int(), ours: z.string(), theirs: z.string() }).nullable(),
  is_same: z.boolean().nullable(),
});

export type ReplayBody = z.output<typeof replayBody>;
export type Replay = z.infer<typeof replay>;
