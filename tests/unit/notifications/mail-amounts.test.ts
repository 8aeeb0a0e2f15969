import { describe, expect, it } from "vitest";
import { writeAmount } from "@/lib/core/money";
import type { MailReceipt } from "@/lib/notifications/mail-data";
import { withReadAmounts } from "@/lib/notifications/texts/write-mail-amounts";

const receipt = (currency: string): MailReceipt => ({
  orderNo: "K0",
  currency,
  originalAmount: "1200.00",
  reductions: [{ kind: "coupon", name: "WELCOME", amount: "120.00" }],
  amount: "1080.00",
});

describe.each(["USD", "JPY", "KRW", "KWD"])("the amounts of a mail in %s", (currency) => {
  it("have the decimals of their currency, and nothing else changes", () => {
    const written = (amount: string) => writeAmount(amount, currency);
    const data = { url: "https://shop.example", amount: "400.00", currency, receipt: receipt(currency) };
    expect(withReadAmounts(data)).toEqual({
      ...data,
      amount: written("400.00"),
      receipt: {
        ...receipt(currency),
        originalAmount: written("1200.00"),
        reductions: [{ kind: "coupon", name: "WELCOME", amount: written("120.00") }],
        amount: written("1080.00"),
      },
    });
    expect(withReadAmounts({ code: "123456" })).toEqual({ code: "123456" });
  });
});
