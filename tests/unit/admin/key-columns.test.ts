import { describe, expect, it } from "vitest";
import {
  findTable,
  splitCells,
  takeColumn,
} from "@/app/admin/(panel)/stock/[sku_id]/_components/key-columns";

describe("the columns of a file of keys", () => {
  it("reads cells, quoted ones too", () => {
    expect(splitCells('a,"b,""c""",', ",")).toEqual(["a", 'b,"c"', ""]);
    expect(splitCells("only", ",")).toEqual(["only"]);
    expect(splitCells("", ",")).toEqual([""]);
  });

  it("finds a table only where every first line has the same columns", () => {
    expect(findTable(["key,note", "AAAA,first"])).toEqual({ delimiter: ",", sample: ["key", "note"] });
    expect(findTable(["key;note", "AAAA;first"])?.delimiter).toBe(";");
    expect(findTable(["AAAA-BBBB", "CCCC-DDDD"])).toBeNull();
    expect(findTable(["user,with,commas", "AAAA"])).toBeNull();
    expect(findTable([])).toBeNull();
  });

  it("takes one column, and leaves a short line empty", () => {
    expect(takeColumn(["a,1", "b"], ",", 1)).toEqual(["1", ""]);
  });
});
