import { z } from "zod";
import { emailIn, maybe, timeOut } from "../core/wire";
import { orderMailStates } from "../notifications/schema";
import { payment } from "../payments/schema";
import { recharge } from "../wallet/schema";

/** POST /wallet/recharge, and the same recharge read again; `payment` is null once it cannot be paid any more. */
export const rechargeWithPayment = recharge.extend({ payment: payment.nullable() });
export type RechargeWithPayment = z.infer<typeof rechargeWithPayment>;

/** State of the mail about an order. Where `state` is `off` no page may promise one. */
export const orderMail = z.object({
  state: z.enum(orderMailStates),
  kind: z.string().nullable(),
  email: z.string().nullable(),
  attempts: z.int(),
  queued_at: timeOut.nullable(),
  sent_at: timeOut.nullable(),
  can_resend: z.boolean(),
  can_change_email: z.boolean(),
  /** Texts that staff wrote to the buyer about the order, the newest first. */
  answers: z.array(z.object({ text: z.string(), at: timeOut })),
});
export type OrderMailOut = z.infer<typeof orderMail>;

export const resendOrderMailBody = z.object({ email: maybe(emailIn) });
