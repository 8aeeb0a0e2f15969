import { describe, expect, it } from "vitest";
import { findTable, firstLines, guessColumns, splitCells } from "@/components/admin/keys/key-columns";

describe("the columns of a file of keys", () => {
  it("reads cells, quoted ones too", () => {
    expect(splitCells('a,"b,""c""",', ",")).toEqual(["a", 'b,"c"', ""]);
    expect(splitCells("only", ",")).toEqual(["only"]);
    expect(splitCells("", ",")).toEqual([""]);
  });

  it("finds a table only where no first line has more columns than the first", () => {
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

  it("takes a cell of several lines and a line without its last cell for parts of a table", () => {
    const text = 'key,note\n"[Interface]\r\nAddress = ""10.0.0.2""",first\n\nAAAA\t,second\r\nBBBB,';
    const lines = firstLines(text);
    expect(lines).toHaveLength(4);
    expect(findTable(lines)?.rows[1]).toEqual(['[Interface]\r\nAddress = "10.0.0.2"', "first"]);
    expect(findTable(["sku,key,note", "A,K1,first", "B,K2"])?.rows).toHaveLength(3);
  });

  it("guesses what a column is by its heading, in English and Chinese, and nothing without one for the keys", () => {
    const english = ["SKU", "License code", "Valid until", "Cost", "Memo", "Code", "Public label"];
    expect(guessColumns(english)).toEqual({ sku: 0, key: 1, use_by: 2, cost: 3, note: 4, public_label: 6 });
    // Half a word is not enough for a column that everybody may read.
    expect(guessColumns(["Key", "Label", "Public"])).toEqual({ key: 0 });
    expect(guessColumns(["商品", "规格编码", "卡密", "到期时间"])).toEqual({
      product: 0,
      sku: 1,
      key: 2,
      use_by: 3,
    });
    expect(guessColumns(["AAAA-BBBB", "first"])).toBeNull();
    expect(guessColumns(["sku_code", "key"])).toEqual({ sku: 0, key: 1 });
    expect(guessColumns(["Product Key", "Expires"])).toEqual({ key: 0, use_by: 1 });
    // Only a person knows that both together are one account.
    expect(guessColumns(["account", "password"])).toBeNull();
  });
});
