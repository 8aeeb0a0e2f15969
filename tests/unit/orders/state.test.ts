import { describe, expect, it } from "vitest";
import type { AppError } from "@/lib/core/errors";
import { sourcesIn } from "@/lib/core/shapes/moves";
import { checkForm } from "@/lib/orders/form-answers";
import {
  combineFulfillment,
  fulfillmentMoves,
  fulfillmentStatuses,
  orderMoves,
  paidOrderStatus,
  paymentMoves,
} from "@/lib/orders/state";

describe("order states", () => {
  it("money never goes back to unpaid and a full refund is final [C20]", () => {
    expect(Object.values(paymentMoves).flat()).not.toContain("unpaid");
    expect(paymentMoves.refunded).toEqual([]);
  });

  it("lead from handed over to revoked and nowhere else [C20]", () => {
    expect(fulfillmentMoves.ready).toEqual(["revoked"]);
    expect(fulfillmentMoves.revoked).toEqual([]);
    expect(sourcesIn(fulfillmentMoves, "ready")).toEqual(["pending", "held", "processing", "failed"]);
    expect(Object.values(fulfillmentMoves).flat()).not.toContain("pending");
  });

  it("shows what needs attention first for an order of several items", () => {
    expect(combineFulfillment(["ready", "failed", "processing"])).toBe("failed");
    expect(combineFulfillment(["ready", "held"])).toBe("held");
    expect(combineFulfillment(["ready", "processing"])).toBe("processing");
    expect(combineFulfillment(["ready", "revoked"])).toBe("ready");
    expect(combineFulfillment(["revoked", "revoked"])).toBe("revoked");
  });

  it("derives one word for every paid order", () => {
    const words = fulfillmentStatuses.map((status) => paidOrderStatus("paid", status));
    expect(words).toEqual(["paid", "delivering", "delivered", "paid", "paid", "delivered"]);
    expect(paidOrderStatus("refunded", "revoked")).toBe("refunded");
    for (const word of words) expect(["paid", ...orderMoves.paid]).toContain(word);
    expect(paidOrderStatus("partially_refunded", "ready")).toBe("delivered");
  });
});

describe("the buyer's form", () => {
  const fields = [
    { key: "account", type: "text", label: "Account", required: true, pattern: "[a-z]{3,}" },
    { key: "region", type: "select", label: "Region", required: false, options: ["EU", "US"] },
  ];

  it("keeps what was asked and drops the rest", () => {
    expect(checkForm(fields, { account: " gamer ", region: "", other: "x" })).toEqual({ account: "gamer" });
    expect(checkForm([], { anything: "x" })).toBeNull();
  });

  it.each([
    [{}, "account"],
    [{ account: "ab" }, "account"],
    [{ account: ["abc"] }, "account"],
    [{ account: "abc", region: "MARS" }, "region"],
  ])("refuses %j naming the field", (answers, field) => {
    expect(() => checkForm(fields, answers)).toThrow(
      expect.objectContaining({ kind: "form_invalid", field: `form.${field}` }) as AppError,
    );
  });
});
