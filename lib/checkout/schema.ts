import type { z } from "zod";
import { payment } from "../payments/schema";
import { recharge } from "../wallet/schema";

/** POST /wallet/recharge, and the same recharge read again; `payment` is null once it cannot be paid any more. */
export const rechargeWithPayment = recharge.extend({ payment: payment.nullable() });
export type RechargeWithPayment = z.infer<typeof rechargeWithPayment>;
