import { generateSecret, generateURI, verifySync } from "otplib";
import { now } from "../../core/clock";
import { open, seal } from "../../core/crypto";

const periodSeconds = 30;

/** Owner of a second factor: a shopper or a member of staff. */
export interface TotpOwner {
  table: "users" | "staff";
  id: number;
}

const aad = ({ table, id }: TotpOwner) => `${table}:totp_secret:${id}:v1`;

export const newTotpSecret = (): string => generateSecret();
export const sealTotpSecret = (owner: TotpOwner, secret: string) => seal(secret, aad(owner));
export const openTotpSecret = (owner: TotpOwner, sealed: Uint8Array): string => open(sealed, aad(owner));

export const totpUri = (secret: string, label: string, issuer: string): string =>
  // A colon parts issuer and account in the label.
  generateURI({ secret, label, issuer: issuer.replaceAll(":", " ") });

/**
 * The time step that `code` stands for, within one step of now and later than `lastStep`; null when it is wrong.
 * The caller stores the step by a conditional update: of two equal codes one wins.
 */
export function matchTotpStep(secret: string, code: string, lastStep: bigint | null): bigint | null {
  // The library throws at what is no code.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const epoch = Math.floor(now().getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: periodSeconds });
  if (!result.valid || !("timeStep" in result)) return null;
  const step = BigInt(result.timeStep);
  return lastStep !== null && step <= lastStep ? null : step;
}
