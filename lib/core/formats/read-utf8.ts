/** Some programs put a byte-order mark before all that they write, once for each of their files: it is no part of a text. */
const marks = /^(?:[\t\n\r ]*\uFEFF)+/;

export const withoutMark = (text: string): string => text.replace(marks, "");

/** @throws TypeError where the bytes are no UTF-8 */
export const readUtf8 = (bytes: Uint8Array): string =>
  withoutMark(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
