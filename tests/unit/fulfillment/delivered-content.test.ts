import { describe, expect, it } from "vitest";
import { textOfUnits } from "@/lib/core/units-text";
import { joinUnits, splitUnits, withoutMarks } from "@/lib/fulfillment/delivered-content";

const cases: readonly (readonly string[])[] = [
  ["A"],
  ["A", "B"],
  ["A\n1", "B\n2"],
  ["A", "B\n2", "C", "D\n4"],
  ["A\n\n1", "B"],
  ["A\r\n1", "B\r\n2"],
  ["\nA\n", "B"],
  ["A", "", "B\n2"],
];

describe("what is kept of a delivery", () => {
  it.for(cases.map((units) => ({ units })))("comes apart as it was joined: $units", ({ units }) => {
    const kept = joinUnits(units);
    expect(splitUnits(kept)).toEqual(units);
    expect(withoutMarks(kept)).toBe(units.join("\n"));
  });

  it("comes apart by lines beside such units, and where none has several", () => {
    const kept = joinUnits(["A\n1", "B\n2"]);
    expect(splitUnits(`before\nit\n${kept}\nbehind`)).toEqual(["before", "it", "A\n1", "B\n2", "behind"]);
    expect(splitUnits("A\n\nB\n")).toEqual(["A", "", "B", ""]);
  });

  it("cannot be faked by a unit that holds the mark", () => {
    expect(splitUnits(joinUnits(["A\u001e\n1", "\u001eB"]))).toEqual(["A\n1", "B"]);
  });

  it("stands apart in a text as soon as a unit has several lines", () => {
    expect(textOfUnits(["A", "B"])).toBe("A\nB");
    expect(textOfUnits(["A\n1", "B"])).toBe(`A\n1\n${"-".repeat(40)}\nB`);
    expect(textOfUnits(["A\n1"])).toBe("A\n1");
  });
});
