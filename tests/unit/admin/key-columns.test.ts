import { describe, expect, it } from "vitest";
import { findTable, guessColumns, splitCells } from "@/components/admin/keys/key-columns";

describe("the columns of a file of keys", () => {
  it("reads cells, quoted ones too", () => {
    expect(splitCells('a,"b,""c""",', ",")).toEqual(["a", 'b,"c"', ""]);
    expect(splitCells("only", ",")).toEqual(["only"]);
    expect(splitCells("", ",")).toEqual([""]);
  });

  it("finds a table only where every first line has the same columns", () => {
    expect(findTable(["key,note", "AAAA,first"])).toEqual({
      delimiter: ",",
      rows: [
        ["key", "note"],
        ["AAAA", "first"],
      ],
    });
    expect(findTable(["key;note", "AAAA;first"])?.delimiter).toBe(";");
    expect(findTable(["AAAA-BBBB", "CCCC-DDDD"])).toBeNull();
    expect(findTable(["user,with,commas", "AAAA"])).toBeNull();
    expect(findTable([])).toBeNull();
  });

  it("guesses what a column is by its heading, in English and Chinese, and nothing without one for the keys", () => {
    const english = ["SKU", "License code", "Valid until", "Cost", "Memo", "Code"];
    expect(guessColumns(english)).toEqual({ sku: 0, key: 1, use_by: 2, cost: 3, note: 4 });
    expect(guessColumns(["商品", "规格编码", "卡密", "到期时间"])).toEqual({
      product: 0,
      sku: 1,
      key: 2,
      use_by: 3,
    });
    expect(guessColumns(["AAAA-BBBB", "first"])).toBeNull();
  });
});
