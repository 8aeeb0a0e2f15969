import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "@/messages/languages";
import { locales } from "@/messages/locales";
import { readIn } from "@/messages/parts";

/** Money may have come without a gateway, and then goes back without one. */
const gateway = /gateway|网关/i;

describe.each(locales)("texts of the admin in %s", (locale) => {
  it("the task of paying back names no gateway: there may be none", () => {
    const text = languages[locale].tasks["refund.pending"]({
      title: null,
      count: 1,
      detail: null,
      amount: "0.50 USD",
      reference: "K1",
    });
    expect(text).toContain("0.50 USD");
    expect(text).not.toMatch(gateway);
  });
});

it.each(locales.filter((locale) => readIn(locale, "admin") === locale))(
  "the question whether it is paid back waits for no gateway in %s",
  (locale) => {
    const { refunds } = JSON.parse(readFileSync(`messages/${locale}/admin-money.json`, "utf8")) as {
      refunds: { doneText: string };
    };
    expect(refunds.doneText).not.toMatch(gateway);
  },
);
