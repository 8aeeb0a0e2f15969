import { describe, expect, it } from "vitest";
import { lookAgainAfter } from "@/components/store/order/look-again";

const order = (status: string, fulfillment = "pending", payment = "unpaid", last: object | null = null) =>
  ({ status, fulfillment_status: fulfillment, payment_status: payment, last_payment: last }) as Parameters<
    typeof lookAgainAfter
  >[0];

describe("how soon an open page asks for its order again", () => {
  it.each(["canceled", "expired"])("never, once it is %s, whatever its goods say", (status) => {
    for (const goods of ["pending", "ready", "revoked"])
      expect(lookAgainAfter(order(status, goods), 0)).toBe(0);
  });

  it.each(["canceled", "expired"])(
    "now and then for an hour, once it is %s and a payment was begun",
    (status) => {
      // Money may still arrive for a payment that failed or was closed (C23), and for one before the last.
      for (const state of ["pending", "failed", "closed"]) {
        const begun = order(status, "pending", "unpaid", { state });
        expect(lookAgainAfter(begun, 0), state).toBeGreaterThanOrEqual(15_000);
        expect(lookAgainAfter(begun, 2 * 3_600_000), state).toBe(0);
      }
      expect(lookAgainAfter(order(status, "pending", "unpaid", { state: "paid" }), 0)).toBe(0);
    },
  );

  it("is after short intervals while the payment is expected, and after longer ones later", () => {
    const soon = lookAgainAfter(order("pending_payment"), 0);
    const later = lookAgainAfter(order("pending_payment"), 10 * 60_000);
    expect(soon).toBeGreaterThan(0);
    expect(soon).toBeLessThanOrEqual(1_500);
    expect(later).toBeGreaterThan(soon);
  });

  it("goes on for goods that are on their way, held, in work or failed, and is seldom once they are there", () => {
    for (const goods of ["pending", "processing", "held", "failed"])
      expect(lookAgainAfter(order("paid", goods, "paid"), 0), goods).toBeGreaterThan(0);
    const old = 30 * 86_400_000;
    for (const [status, goods, payment] of [
      ["delivered", "ready", "paid"],
      ["delivered", "ready", "partially_refunded"],
      ["refunded", "revoked", "refunded"],
      ["delivered", "revoked", "paid"],
    ] as const) {
      // Refunds, answers and new texts come at any age; a server that tells of them is hardly asked.
      expect(lookAgainAfter(order(status, goods, payment), old)).toBe(30_000);
      expect(lookAgainAfter(order(status, goods, payment), old, true)).toBeGreaterThan(60_000);
    }
  });

  it("waits for a first answer", () => {
    expect(lookAgainAfter(undefined, 0)).toBe(0);
  });
});
