import { describe, expect, it } from "vitest";
import { isAskedFor, sumOfForm } from "@/components/admin/form/money-limit";

describe("an act that moves money", () => {
  it.each([
    ["any sum", null, "1000000.00", false],
    ["the whole limit", "50.00", "50.00", false],
    ["a cent more", "50.00", "50.01", true],
    ["a sum without decimals", "50.00", "51", true],
    ["nothing alone", "0.00", "0.01", true],
    ["nothing alone, before a sum is typed", "0.00", null, true],
    ["something alone, before a sum is typed", "50.00", null, false],
  ] as const)("is a request above what its reader may move alone: %s [C154]", (_, left, sum, isAsked) => {
    expect(isAskedFor(left, sum)).toBe(isAsked);
  });

  it.each([
    ["an amount", { amount: "12.5" }, {}, "12.50"],
    ["a fixed amount", { method: "manual" }, { amount: "3.00" }, "3.00"],
    ["a batch", { amount: "10", quantity: "25" }, {}, "250.00"],
    ["no amount yet", { amount: "" }, {}, null],
    ["a word", { amount: "ten" }, {}, null],
    ["a number with a point", { amount: "10", quantity: "2.5" }, {}, null],
  ] as const)("moves the sum that its form says: %s", (_, values, fixed, sum) => {
    expect(sumOfForm(values, fixed)).toBe(sum);
  });
});
