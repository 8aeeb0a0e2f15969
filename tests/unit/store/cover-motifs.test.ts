import { describe, expect, it } from "vitest";
import { motifOf, motifs } from "@/components/store/cover-motifs";
import { secretKinds } from "@/lib/catalogue/schema";

describe("the drawing of a cover", () => {
  it("is one of eight, and every one is reached by some kind of goods", () => {
    expect(Object.keys(motifs)).toHaveLength(8);
    const reached = new Set(
      [...secretKinds, undefined].flatMap((kind) =>
        Array.from({ length: 6 }, (_, seed) => motifOf(kind, seed)),
      ),
    );
    expect([...reached].sort()).toEqual(Object.keys(motifs).sort());
  });

  it.each(secretKinds)("is the same for the same name of %s", (kind) => {
    for (const seed of [0, 1, 7, 4_294_967_295]) expect(motifOf(kind, seed)).toBe(motifOf(kind, seed));
    expect(motifs[motifOf(kind, 4_294_967_295)]).toMatch(/^M/);
  });
});
