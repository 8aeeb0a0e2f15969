import { afterEach, describe, expect, it } from "vitest";
import { connectionFields } from "@/app/admin/(panel)/connections/connection-fields";
import { initialValue, initialValues, toReplacement } from "@/components/admin/form/field-spec";
import { formatMoney as showMoney } from "@/components/ui/money";
import {
  allocateCents,
  decimalsOf,
  nameAmount,
  partOf,
  setShopCurrency,
  stepOf,
  sumCents,
  writeAmount,
  writeCents,
  writeShopAmount,
} from "@/lib/core/money";
import { positivePriceIn, priceIn } from "@/lib/core/wire";
import { localCost, localPrice } from "@/lib/interconnect/agent/price-rule";
import { gatewayAmount, stepOfAccount } from "@/lib/payments/exchange";
import { fromMinorUnits, toMinorUnits } from "@/lib/payments/providers/minor-units";
import { readKey } from "@/lib/stock/imports/read-key";

afterEach(() => setShopCurrency("USD"));

/** The wire says "1000.00" in every currency; each row is how the places write it. */
const table = [
  { currency: "USD", decimals: 2, written: "1000.00", shown: "$1,000.00", minor: 100_000 },
  { currency: "CNY", decimals: 2, written: "1000.00", shown: "CN¥1,000.00", minor: 100_000 },
  { currency: "JPY", decimals: 0, written: "1000", shown: "¥1,000", minor: 1000 },
  { currency: "KRW", decimals: 0, written: "1000", shown: "₩1,000", minor: 1000 },
  { currency: "VND", decimals: 0, written: "1000", shown: "₫1,000", minor: 1000 },
  { currency: "ISK", decimals: 0, written: "1000", shown: "ISK 1,000", minor: 100_000 },
  { currency: "KWD", decimals: 3, written: "1000.000", shown: "KWD 1,000.000", minor: 1_000_000 },
  { currency: "BHD", decimals: 3, written: "1000.000", shown: "BHD 1,000.000", minor: 1_000_000 },
] as const;

describe.each(table)("an amount in $currency", ({ currency, decimals, written, shown, minor }) => {
  it("is written with the decimals of its currency wherever people read it", () => {
    expect(decimalsOf(currency)).toBe(decimals);
    expect(writeAmount("1000.00", currency)).toBe(written);
    expect(writeAmount("-1000.00", currency)).toBe(`-${written}`);
    expect(writeCents(100_000n, currency)).toBe(written);
    expect(nameAmount("1000.00", currency)).toBe(`${written} ${currency}`);
    expect(showMoney("1000.00", currency, "en").replaceAll("\u00a0", " ")).toBe(shown);
  });

  it("is counted by card gateways in their units and back", () => {
    expect(toMinorUnits(100_000n, currency)).toBe(minor);
    expect(fromMinorUnits(minor, currency)).toBe(100_000n);
  });

  it("stands in fields as it can be sent, and is compared as the server sent it", () => {
    setShopCurrency(currency);
    const spec = { kind: "money", name: "price", label: "Price", value: "1000.00" } as const;
    const inField = decimals === 0 ? "1000" : "1000.00";
    expect(writeShopAmount("1000.00")).toBe(inField);
    expect(initialValue(spec)).toBe(inField);
    expect(priceIn.parse(inField)).toBe(100_000n);
    const before = { price: inField };
    expect(toReplacement([spec], { price: "2000" }, before)).toEqual({
      price: "2000",
      seen: { price: "1000.00" },
    });
  });

  it("comes in with the decimals that the currency has", () => {
    setShopCurrency(currency);
    for (const schema of [priceIn, positivePriceIn]) {
      expect(schema.safeParse("10.50").success).toBe(decimals !== 0);
      expect(schema.safeParse("10.00").success).toBe(true);
      expect(schema.safeParse("10").success).toBe(true);
      // The shop keeps hundredths: of a currency with three decimals the third is refused, never cut off.
      expect(schema.safeParse("10.505").success).toBe(false);
    }
  });

  it("is divided into whole steps that sum to it", () => {
    setShopCurrency(currency);
    const step = stepOf(currency);
    const parts = allocateCents(100_000n, [100n, 100n, 100n]);
    expect(sumCents(parts)).toBe(100_000n);
    for (const part of [...parts, partOf(99_900n, 15n, 100n)]) expect(part % step).toBe(0n);
  });

  it("follows a main site in whole steps, never below the cost", () => {
    setShopCurrency(currency);
    const rule = { rateE8: 15_147_000_000n, markupBps: 333, fixedCents: 0n, roundToCents: 1n };
    const [cost, price] = [localCost(333n, rule), localPrice(333n, rule)];
    for (const amount of [cost, price]) expect(amount % stepOf(currency)).toBe(0n);
    expect(cost * 100_000_000n).toBeGreaterThanOrEqual(333n * rule.rateE8);
    expect(price).toBeGreaterThanOrEqual(cost);
  });
});

describe("a fraction in a currency without decimals", () => {
  it("is shown where an older row has one", () => {
    expect(writeAmount("10.50", "JPY")).toBe("10.50");
    expect(showMoney("10.50", "JPY", "en")).toBe("¥10.50");
  });
});

describe("the form of a new main site", () => {
  it.each([
    ["USD", "0.01"],
    ["JPY", "1"],
  ])("proposes to round to the smallest amount of %s", (currency, smallest) => {
    setShopCurrency(currency);
    const t = Object.assign((key: string) => key, { has: () => false }) as unknown as Parameters<
      typeof connectionFields
    >[1];
    expect(initialValues(connectionFields(null, t))).toMatchObject({ round_to: smallest });
  });
});

describe("the cost in a list of keys", () => {
  it.each([
    ["USD", "9.90", { key: { costCents: 990n } }],
    ["JPY", "990", { key: { costCents: 99_000n } }],
    ["JPY", "9.90", { line: 1, reason: "wrong_cost" }],
  ])("is read or refused, for a shop in %s, written as %s", (currency, cost, read) => {
    setShopCurrency(currency);
    const format = {
      kind: "table",
      delimiter: ",",
      has_heading: false,
      columns: { key: 0, cost: 1 },
    } as const;
    const shop = { timeZone: "UTC", at: new Date(0) };
    expect(readKey({ line: 1, cells: ["KEY-1", cost] }, format, shop)).toMatchObject(read);
  });
});

describe("an account at a gateway", () => {
  it.each([
    [{ currency: "JPY" }, 100n],
    [{ currency: "KRW" }, 100n],
    [{ currency: "CNY" }, 1n],
    [{ currency: "KWD" }, 1n],
    [{ currency: "HUF", stepCents: 100n }, 100n],
  ])("%o is asked for multiples of %d", (account, step) => {
    expect(stepOfAccount(account)).toBe(step);
    expect(
      gatewayAmount(
        { account, exchange: { rate: "7.3", rateE8: 730_000_000n, rounding: "up" } },
        { amountCents: 1234n, currency: "USD" },
      )?.gatewayCents,
    ).toBe(step === 100n ? 9100n : 9009n);
  });
});
