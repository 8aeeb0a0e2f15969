import { expect, it } from "vitest";
import { chooseDocument, documentQuery } from "@/components/store/order/choose-document";

it("finds a credit note that has the same number as the receipt", () => {
  const receipt = { kind: "receipt", number: "000001" } as const;
  const notes = [
    { kind: "credit_note", number: "000001" },
    { kind: "credit_note", number: "000002" },
  ] as const;
  const documents = [receipt, ...notes];
  for (const document of documents) {
    const query = new URLSearchParams(documentQuery(document));
    expect(chooseDocument(documents, query.get("credit_note") ?? undefined)).toBe(document);
  }
  expect(chooseDocument(documents, "000003")).toBe(receipt);
});
