import { describe, expect, it } from "vitest";
import { boundsOf } from "@/components/admin/charts/time-chart";

describe("the axis of a chart", () => {
  it.for([
    { values: [], low: 0, top: 1 },
    { values: [0, 0], low: 0, top: 1 },
    { values: [3, 8], low: 0, top: 8 },
    { values: [97.5], low: 0, top: 100 },
    { values: [1_234_567], low: 0, top: 1_500_000 },
    { values: [-40, 60], low: -50, top: 75 },
    { values: [-7], low: -8, top: 0 },
  ])("holds $values between round numbers, with zero among them", ({ values, low, top }) => {
    const bounds = boundsOf(values);
    expect(bounds.low).toBe(low);
    expect(bounds.low + bounds.step * bounds.count).toBe(top);
    for (const value of [0, ...values]) {
      expect(value).toBeGreaterThanOrEqual(bounds.low);
      expect(value).toBeLessThanOrEqual(top);
    }
  });
});
