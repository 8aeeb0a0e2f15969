import { readCode } from "../../core/codes";
import { randomCode } from "../../core/ids";

const count = 10;

/** As it is hashed: written without its hyphens, or in small letters, it is the same code. */
export const plainCode = (text: string): string =>
  readCode(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");

/** Ten codes of 80 bits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => (randomCode(16).match(/.{4}/g) ?? []).join("-"));
