import { describe, expect, it } from "vitest";
import { readList, readPairs, writeList, writePairs } from "@/lib/catalogue/csv/list-cell";
import { type ColumnKind, csvLine, csvWriter, readCsv } from "@/lib/core/formats/csv";

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
    const texts = [
      "=1+1",
      "'=1+1",
      "''=1",
      "'plain",
      "-5",
      "+x\n=y",
      "＝1",
      "0012",
      "'0012",
      "9e5",
      "1-2",
      "1.10",
      "5%",
    ];
    expect(readCsv(csvLine(texts))[0]?.cells).toEqual(texts);
  });

  it.each<[ColumnKind, string | number | null, string]>([
    ["text", "0012", "'0012"],
    ["text", "2026112522001478901234567890", "'2026112522001478901234567890"],
    ["text", "12E4", "'12E4"],
    ["text", "3-4", "'3-4"],
    ["text", "12.50", "'12.50"],
    ["text", "10:30", "'10:30"],
    ["text", "203.0.113.7", "203.0.113.7"],
    ["text", "K2026", "K2026"],
    ["text", "-5", "'-5"],
    ["number", "12.50", "12.50"],
    ["number", "-0.30", "-0.30"],
    ["number", 123456789012, "123456789012"],
    ["number", "=1", "'=1"],
    ["number", null, ""],
    ["time", "2026-11-25T10:00:00.000Z", "2026-11-25T15:45:00.000+05:45"],
    ["time", null, ""],
  ])(
    "of a column of kind %s: %j is written so that a spreadsheet shows it as it is",
    (kind, cell, written) => {
      const { heading, line } = csvWriter({ cell: kind }, "Asia/Kathmandu");
      expect(heading + line(() => cell)).toBe(`"cell"\r\n"${written}"\r\n`);
    },
  );
});
