import { describe, expect, it } from "vitest";
import { mergeDraft } from "@/app/admin/(panel)/products/_components/merge-draft";
import { emptyDraft, newSku, type SkuDraft } from "@/app/admin/(panel)/products/_components/product-draft";

const sku = (id: number, code: string, changes: Partial<SkuDraft> = {}): SkuDraft => ({
  ...newSku(1),
  key: String(id),
  id,
  code,
  price: "9.90",
  cap: "40",
  capSeen: "40",
  ...changes,
});

const before = {
  ...emptyDraft("1", []),
  seenAt: "2026-01-01T00:00:00.000Z",
  title: "Tidemill",
  summary: "A game",
  skus: [sku(70, "STD"), sku(71, "DLX")],
};
const stored = { ...before, seenAt: "2026-01-01T00:05:00.000Z" };

describe("a product that somebody else saved while it was edited", () => {
  it("keeps what was typed on top of what was stored, and saves against the newest state [C87]", () => {
    const typed = {
      ...before,
      summary: "A long game",
      skus: [sku(70, "STD", { price: "8.50" }), sku(71, "DLX")],
    };
    const theirs = {
      ...stored,
      title: "Tidemill II",
      summary: "Theirs",
      skus: [
        sku(70, "STD", { name: "Standard", cap: "39", capSeen: "39" }),
        sku(71, "DLX", { price: "20.00" }),
      ],
    };
    const merged = mergeDraft(typed, before, theirs);
    expect(merged).toMatchObject({ seenAt: theirs.seenAt, title: "Tidemill II", summary: "A long game" });
    expect(merged.skus).toMatchObject([
      { id: 70, name: "Standard", price: "8.50", cap: "39", capSeen: "39" },
      { id: 71, price: "20.00" },
    ]);
  });

  it("keeps options that either of them added, and leaves out what either of them removed", () => {
    const mine = { ...newSku(3), code: "NEW", price: "1.00" };
    const typed = { ...before, skus: [sku(71, "DLX"), mine] };
    const theirs = { ...stored, skus: [sku(70, "STD"), sku(71, "DLX"), sku(80, "ULT")] };
    expect(mergeDraft(typed, before, theirs).skus.map(({ id, code }) => [id, code])).toEqual([
      [71, "DLX"],
      [null, "NEW"],
      [80, "ULT"],
    ]);
    expect(mergeDraft(before, before, { ...stored, skus: [sku(70, "STD")] }).skus).toHaveLength(1);
  });

  it("takes an option that was stored a moment ago for the one that was typed", () => {
    const typed = { ...before, skus: [...before.skus, { ...newSku(3), code: "NEW", price: "2.00" }] };
    const theirs = { ...stored, skus: [...before.skus, sku(90, "NEW", { price: "1.00" })] };
    expect(mergeDraft(typed, before, theirs).skus.at(-1)).toMatchObject({ id: 90, price: "2.00" });
  });
});
