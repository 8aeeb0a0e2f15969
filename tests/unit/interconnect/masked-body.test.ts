import { describe, expect, it } from "vitest";
import { maskedBody } from "@/lib/interconnect/masked-body";

const masked = (body: unknown) => maskedBody(new TextEncoder().encode(JSON.stringify(body)));

describe("the masked body of a callback", () => {
  it("shows its form and numbers, and the length of each key in place of the key", () => {
    const text = masked({
      event: "order.fulfilled",
      upstream_order_no: "K1",
      fulfillment: { status: "ready", payload: "AAAA-1111\nBBBB-22" },
    });
    expect(JSON.parse(text ?? "")).toEqual({
      event: "order.fulfilled",
      upstream_order_no: "K1",
      fulfillment: { status: "ready", payload: "*** (9)\n*** (7)" },
    });
  });

  it("shows nothing of members that it does not know", () => {
    expect(masked({ event: "order.fulfilled", secrets: ["AAAA-1111"], more: { note: "BBBB" } })).not.toMatch(
      /AAAA|BBBB/,
    );
  });

  it("is null for what is no JSON or too large", () => {
    expect(maskedBody(new TextEncoder().encode("{"))).toBeNull();
    expect(masked({ event: "x".repeat(30_000) })).toBeNull();
  });
});
