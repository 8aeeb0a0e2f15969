import { describe, expect, it } from "vitest";
import { shortMoney } from "@/components/admin/compact-money";

describe("a figure that has to fit", () => {
  it.for([
    ["2.74", "USD", "en", "$2.74"],
    ["0.00", "CNY", "en", "CN¥0.00"],
    ["0.00", "CNY", "zh", "¥0.00"],
    ["99999.99", "USD", "en", "$99,999.99"],
    ["-2.74", "USD", "en", "-$2.74"],
    ["1000.00", "JPY", "en", "¥1,000"],
    ["8570000.00", "USD", "en", "$8.57M"],
    ["8570000.00", "CNY", "en", "CN¥8.57M"],
    ["8570000.00", "CNY", "zh", "¥857万"],
  ] as const)(
    "is whole below a hundred thousand and in the signs of every other amount: %s %s in %s",
    ([value, currency, locale, shown]) => {
      expect(shortMoney(value, currency, locale)).toBe(shown);
    },
  );
});
