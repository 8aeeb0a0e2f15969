import { describe, expect, it } from "vitest";
import { readList, readPairs, writeList, writePairs } from "@/lib/catalogue/csv/list-cell";
import { csvLine, readCsv } from "@/lib/core/csv";

describe("a cell of several texts", () => {
  it.each([[["a", "b"]], [["a|b", "c\\", "d\\|e", "f=g"]], [[]]])("gives back %j", (texts) => {
    expect(readList(writeList(texts))).toEqual(texts);
  });

  it.each([
    [[["Region", "EU"]]],
    [
      [
        ["a=b", "c = d | e"],
        ["f\\", "g\\=h"],
      ],
    ],
    [[]],
  ])("gives back the pairs %j", (pairs) => {
    expect(readPairs(writePairs(pairs as [string, string][]))).toEqual(pairs);
  });

  it("is no pairs where an equals sign is missing", () => {
    expect(readPairs("Region = EU | Duration")).toBeNull();
  });

  it("comes back from a spreadsheet's file as it was, whatever it begins with", () => {
    const texts = ["=1+1", "'=1+1", "''=1", "'plain", "-5", "+x\n=y", "＝1", "0012", "'0012", "9e5", "1-2"];
    expect(readCsv(csvLine(texts))[0]?.cells).toEqual(texts);
  });

  it.each([
    ["0012", "'0012"],
    ["2026112522001478901234567890", "'2026112522001478901234567890"],
    ["12E4", "'12E4"],
    ["3-4", "'3-4"],
    ["12.50", "12.50"],
    ["-0.30", "-0.30"],
    ["2026-11-25T10:00:00.000Z", "2026-11-25T10:00:00.000Z"],
    [123456789012, "123456789012"],
    [null, ""],
  ])("writes %j so that a spreadsheet shows it as it is", (cell, written) => {
    expect(csvLine([cell])).toBe(`"${written}"\r\n`);
  });
});
