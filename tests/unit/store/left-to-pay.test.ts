import { describe, expect, it } from "vitest";
import { differenceOf, leftToPay, withFee } from "@/components/store/order/left-to-pay";

describe("what is left to pay", () => {
  it("is the amount without the part from the balance, and never less than nothing", () => {
    expect(leftToPay({ amount: "19.80", wallet_paid_amount: "5.05" })).toBe("14.75");
    expect(leftToPay({ amount: "1.00", wallet_paid_amount: "2.00" })).toBe("0.00");
  });

  it.each([
    ["9.99", "1.5", "10.14"],
    ["0.01", "0.3", "0.01"],
    ["100.00", "2.25", "102.25"],
    ["33.33", "0", "33.33"],
  ])("%s with a fee of %s %% is %s, rounded as the server does it", (amount, fee_rate, expected) => {
    expect(withFee(amount, { fee_rate })).toBe(expected);
  });

  it("shows a fee only where there is one", () => {
    expect(withFee("5.00", undefined)).toBe("5.00");
    expect(differenceOf("10.14", "9.99")).toBe("0.15");
    expect(differenceOf("5.00", "5.00")).toBeNull();
  });
});
