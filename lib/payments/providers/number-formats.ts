import { type Cents, parseMoney } from "../../core/money";

/** Forms of a gateway's name for our payment, and of its own number. */
const paymentNoFormat = /^[A-Za-z0-9._\-|]{1,64}$/;
const tradeNoFormat = /^[\x21-\x7e]{1,128}$/;

export const isPaymentNo = (text: string): boolean => paymentNoFormat.test(text);
export const isTradeNo = (text: string): boolean => tradeNoFormat.test(text);

/** An amount as a gateway writes it: some add zeros (`10.000`). */
export const readAmount = (text: string): Cents | undefined =>
  parseMoney(text.replace(/^(\d{1,12}\.\d\d)0{1,6}$/, "$1"));
