/** Longer texts are no code that somebody pasted, with blanks between and a word before it. */
export const longestCode = 64;

/**
 * A code that the shop made, as a person typed or pasted it: full-width letters are the letters (NFKC), and white space and
 * invisible characters are none. Case and dashes are left to each kind of code.
 */
export const readCode = (typed: string): string => typed.normalize("NFKC").replace(/[\s\p{Cf}]/gu, "");

/** The digits of a code of six, whatever stands around them. */
export const readDigits = (typed: string): string => readCode(typed).replace(/\D/g, "").slice(0, 6);
