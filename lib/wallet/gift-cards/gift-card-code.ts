import { readCode } from "../../core/codes";
import { keyedHash, open, seal } from "../../core/crypto";
import { randomCode } from "../../core/ids";

const groups = 4;
const groupLength = 5;
const length = groups * groupLength;

/** 100 random bits, in groups that a person can read out. */
export const newGiftCardCode = (): string =>
  Array.from({ length: groups }, () => randomCode(groupLength)).join("-");

/**
 * Reads a code as it was meant: any case, width and spacing, and the letters that the alphabet leaves out as the ones
 * that they look like.
 */
export const normaliseGiftCardCode = (typed: string): string =>
  readCode(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0")
    .slice(0, length + 1);

/** Enough to tell a card that somebody holds from the others, and too little to redeem it. */
export const maskGiftCardCode = (code: string): string => `•••••-•••••-•••••-•${code.slice(-4)}`;

export const hashGiftCardCode = (code: string): Uint8Array<ArrayBuffer> =>
  keyedHash("gift_cards:code", normaliseGiftCardCode(code));

/** Bound to the hash, which is the row's own and known before the row is. */
const aad = (codeHash: Uint8Array) => `gift_cards:code_sealed:${Buffer.from(codeHash).toString("hex")}:v1`;

export const sealGiftCardCode = (code: string, codeHash: Uint8Array): Uint8Array<ArrayBuffer> =>
  seal(code, aad(codeHash));
export const openGiftCardCode = (codeSealed: Uint8Array, codeHash: Uint8Array): string =>
  open(codeSealed, aad(codeHash));
