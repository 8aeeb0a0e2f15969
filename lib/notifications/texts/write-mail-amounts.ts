import { writeAmount } from "../../core/money";
import type { MailReceipt } from "../mail-data";

const ofReceipt = (receipt: MailReceipt): MailReceipt => ({
  ...receipt,
  originalAmount: writeAmount(receipt.originalAmount, receipt.currency),
  reductions: receipt.reductions.map((one) => ({
    ...one,
    amount: writeAmount(one.amount, receipt.currency),
  })),
  amount: writeAmount(receipt.amount, receipt.currency),
});

interface Amounts {
  receipt?: MailReceipt;
  amount?: string;
  currency?: string;
}

/** The data of a mail with its amounts as people read them. */
export function withReadAmounts<D>(data: D): D {
  const { receipt, amount, currency } = data as Amounts;
  return {
    ...data,
    ...(receipt ? { receipt: ofReceipt(receipt) } : {}),
    ...(amount !== undefined && currency !== undefined ? { amount: writeAmount(amount, currency) } : {}),
  };
}
