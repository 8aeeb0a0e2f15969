import type { ReceiptDocument } from "@/lib/orders/receipts/schema";

/** Receipts and credit notes count for themselves: without prefixes both begin with 000001. */
export const documentQuery = ({ kind, number }: Pick<ReceiptDocument, "kind" | "number">): string =>
  kind === "receipt" ? "" : `?credit_note=${encodeURIComponent(number)}`;

/** The credit note that an address names, or the receipt. */
export const chooseDocument = <D extends Pick<ReceiptDocument, "kind" | "number">>(
  documents: readonly D[],
  creditNote: string | string[] | undefined,
): D | undefined =>
  documents.find(({ kind, number }) => kind === "credit_note" && number === creditNote) ?? documents[0];
