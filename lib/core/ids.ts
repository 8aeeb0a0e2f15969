import { randomBytes, randomUUID } from "node:crypto";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `length` random characters of 5 bits each, without I, L, O, U. */
export function randomCode(length: number): string {
  let code = "";
  for (const byte of randomBytes(length)) code += crockford[byte & 31];
  return code;
}

/** 80 random bits: says nothing of volume and cannot be guessed. */
export const newOrderNo = () => `K${randomCode(16)}`;
export const newPaymentNo = () => `P${randomCode(16)}`;
export const newRechargeNo = () => `R${randomCode(16)}`;
export const newRefundNo = () => `F${randomCode(16)}`;
export const newTransferNo = () => `T${randomCode(16)}`;

/** An opaque 256-bit token; only its SHA-256 is stored. */
export const newToken = () => randomBytes(32).toString("base64url");
export const newUuid = () => randomUUID();

/** Form of every number above; anything else cannot be one of ours. */
export const orderNoPattern = /^K[0-9A-HJKMNP-TV-Z]{16}$/;
export const paymentNoPattern = /^P[0-9A-HJKMNP-TV-Z]{16}$/;
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export const isOrderNo = (text: string): boolean => orderNoPattern.test(text);
