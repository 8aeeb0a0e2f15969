export interface Seller {
  name: string;
  contact: string | null;
  taxNote: string | null;
  owner: string | null;
  taxId: string | null;
}

/** A receipt or credit note as a page shows it. Amounts are wire strings; taxes are included in `gross`. */
export interface ReceiptDocument {
  kind: "receipt" | "credit_note";
  number: string;
  issuedAt: string;
  /** Receipt that a credit note corrects, and the reason. */
  receiptNumber: string | null;
  reason: string | null;
  seller: Seller;
  gross: string;
  net: string;
  tax: string;
  /** In percent, as `19`; null: no tax is named. */
  taxRate: string | null;
  taxCountry: string | null;
}
