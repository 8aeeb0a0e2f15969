import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/api/api-error";
import { formatMoney } from "@/components/ui/money";

const error = (msg: string) => new ApiError({ httpStatus: 400, code: 400, msg });

describe("an error of the API", () => {
  it("names the field it is about", () => {
    expect(error("quantity: must be between 1 and 1000")).toMatchObject({
      field: "quantity",
      sentence: "must be between 1 and 1000",
    });
    expect(error("form.account_name: is required").field).toBe("form.account_name");
    expect(error("items[0].quantity: must be a whole number").field).toBe("items[0].quantity");
  });

  it("takes a plain sentence for what it is, a colon in it or not", () => {
    expect(error("The order can no longer be paid").field).toBeNull();
    expect(error("Note: this is no field").field).toBeNull();
  });
});

describe("money on a page", () => {
  it("is formatted from the string and never rounded", () => {
    expect(formatMoney("999999999999.99", "USD", "en")).toBe("$999,999,999,999.99");
    expect(formatMoney("0.10", "CNY", "zh")).toBe("¥0.10");
  });
});
