import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/api/api-error";
import { formatMoney } from "@/components/ui/money";
import { inputRefusals } from "@/messages/en/refusals-input";
import { refusalTables } from "@/messages/refusal-tables";

const error = (msg: string, field: string | null = null) =>
  new ApiError({ httpStatus: 400, code: 400, msg, field });

describe("an error of the API", () => {
  it("names the field that the server named, and says the sentence without it", () => {
    expect(error("quantity: must be between 1 and 1000", "quantity")).toMatchObject({
      field: "quantity",
      sentence: "must be between 1 and 1000",
    });
    expect(error("form.name: 角色名：必填", "form.name").sentence).toBe("角色名：必填");
  });

  it("knows whether the sentence needs the field before it", () => {
    expect(error("password: is too easy to guess; choose another one", "password").isOfField).toBe(true);
    expect(error("form.name: 角色名：必填", "form.name").isOfField).toBe(false);
    expect(error("This coupon has expired", "coupon_code").isOfField).toBe(false);
    expect(error("Something else").isOfField).toBe(false);
  });

  const predicates = new Set(Object.keys(inputRefusals));
  it.each(["en", "es", "ru", "ja"] as const)(
    "tells what is said of a field from whole sentences in %s",
    (locale) => {
      const wrong = Object.entries(refusalTables[locale].sentences).filter(
        ([rule, said]) =>
          error(`coupon_code: ${said.replaceAll("{", "X{")}`, "coupon_code").isOfField !==
          predicates.has(rule),
      );
      // It begins with the name of a setting.
      expect(wrong.map(([rule]) => rule)).toEqual(locale === "en" ? ["update_without_key"] : []);
    },
  );

  it("takes a sentence without a field for what it is, a colon in it or not", () => {
    expect(error("Note: this is no field")).toMatchObject({
      field: null,
      sentence: "Note: this is no field",
    });
  });
});

describe("money on a page", () => {
  it("is formatted from the string and never rounded", () => {
    expect(formatMoney("999999999999.99", "USD", "en")).toBe("$999,999,999,999.99");
    expect(formatMoney("0.10", "CNY", "zh")).toBe("¥0.10");
    // A dollar of another country, or a foreign yuan, is named where the sign alone would mislead.
    expect(formatMoney("0.10", "USD", "zh")).toBe("US$0.10");
    expect(formatMoney("0.10", "CAD", "en")).toBe("CA$0.10");
    expect(formatMoney("0.10", "CNY", "en")).toBe("CN¥0.10");
  });
});
