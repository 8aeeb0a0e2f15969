import { z } from "zod";
import { shapedAs } from "../../core/shaped-text";
import { plainText } from "../../core/wire";

export const proofId = z.string().check(...shapedAs(/^[0-9A-HJKMNP-TV-Z]{26}$/));
export const proofParams = z.object({ proof_id: plainText(40, 1) });
export const uploadedProof = z.object({ id: z.string(), bytes: z.int() });
export type UploadedProof = z.infer<typeof uploadedProof>;

const said = { note: plainText(300, 1), proof_id: proofId.optional() };

/** Staff saw in the gateway's own pages that this payment was paid. `reference` is the gateway's trade number. */
export const confirmPaymentBody = z.object({ reference: plainText(100, 1), ...said });

/** Staff saw the money of an order: at the gateway of `payment_no`, or without it outside any gateway. */
export const confirmPaidBody = z.object({
  payment_no: plainText(40, 1).optional(),
  /** Required with `payment_no`. */
  reference: plainText(100, 1).optional(),
  ...said,
});
export type ConfirmPaid = z.output<typeof confirmPaidBody>;
