import { expect, it } from "vitest";
import { changesBetween, changesInList } from "@/lib/acts/audit-changes";

it("names only what a save changed, as the wire writes it", () => {
  const before = { id: 1, title: "A", priceCents: 990n, tags: ["x"], updatedAt: new Date(0), startsAt: null };
  const after = {
    id: 1,
    title: "A",
    priceCents: 1200n,
    tags: ["x", "y"],
    updatedAt: new Date(9),
    startsAt: new Date("2026-11-22T00:00:00Z"),
  };
  expect(changesBetween(before, after)).toEqual({
    price: ["9.90", "12.00"],
    tags: [["x"], ["x", "y"]],
    starts_at: [null, "2026-11-22T00:00:00.000Z"],
  });
});

it("keeps secrets and the bulk of long texts out", () => {
  const before = { contentSealed: new Uint8Array([1]), codeHash: new Uint8Array([1]), description: "short" };
  const after = {
    contentSealed: new Uint8Array([2]),
    codeHash: new Uint8Array([2]),
    description: "x".repeat(5000),
  };
  const changes = changesBetween(before, after);
  expect(Object.keys(changes)).toEqual(["description"]);
  expect(String(changes.description?.[1])).toHaveLength(161);
});

it("tells what came into a list, what went, and what changed in it", () => {
  const option = (code: string, priceCents: bigint) => ({ code, priceCents });
  expect(
    changesInList(
      [option("a", 100n), option("b", 200n)],
      [option("b", 250n), option("c", 300n)],
      (one) => one.code,
    ),
  ).toEqual({ "b.price": ["2.00", "2.50"], c: [null, "added"], a: ["removed", null] });
});
