import { describe, expect, it } from "vitest";
import { measureProcess, metrics } from "@/lib/core/process/metrics";

describe("figures of the process", () => {
  it("end with _total when they are counters, and only then", async () => {
    measureProcess();
    const text = await metrics.registry.metrics();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type]) => ({ name, type }));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter(({ name, type }) => name.endsWith("_total") !== (type === "counter"))).toEqual([]);
    expect(types).toContainEqual({ name: "nodejs_active_handles", type: "gauge" });
  });
});
