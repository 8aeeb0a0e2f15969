import { describe, expect, it } from "vitest";
import { readKey } from "@/lib/stock/imports/read-key";
import { BrokenTable, readRecords } from "@/lib/stock/imports/read-records";
import type { KeyFormat } from "@/lib/stock/imports/schema";

const lines: KeyFormat = { kind: "lines" };
const blocks: KeyFormat = { kind: "blocks", separator: "=====" };
const table = (columns: Extract<KeyFormat, { kind: "table" }>["columns"], delimiter = ","): KeyFormat => ({
  kind: "table",
  delimiter,
  has_heading: true,
  columns,
});

async function read(pieces: readonly string[], format: KeyFormat) {
  async function* source() {
    yield* pieces;
  }
  const records: [number, ...string[]][] = [];
  for await (const { line, cells } of readRecords(source(), format)) records.push([line, ...cells]);
  return records;
}

const wireguard = (n: number) =>
  `[Interface]\r\nPrivateKey = ${n}=\r\n\r\n[Peer]\r\nEndpoint = vpn.example:5182${n}`;

describe("the records of a text of keys", () => {
  const texts: [string, KeyFormat, string, [number, ...string[]][]][] = [
    [
      "lines",
      lines,
      "\uFEFFA\r\n\r\n B \rC,1\n键值\n",
      [
        [1, "A"],
        [2, ""],
        [3, " B "],
        [4, "C,1"],
        [5, "键值"],
      ],
    ],
    [
      "blocks",
      blocks,
      `\n${wireguard(1)}\r\n=====\r\n\r\n${wireguard(2)}\r\n ===== \r\n=====\r\n`,
      [
        [2, wireguard(1).replaceAll("\r\n", "\n")],
        [9, wireguard(2).replaceAll("\r\n", "\n")],
      ],
    ],
    [
      "a table",
      table({ key: 0 }),
      '\uFEFFkey,note\r\n"A,""1""",x\r\n"line 1\nline 2",y\r\nC,z',
      [
        [2, 'A,"1"', "x"],
        [3, "line 1\nline 2", "y"],
        [5, "C", "z"],
      ],
    ],
    [
      "a table whose lines end in several ways",
      table({ key: 1 }),
      "sku,key\nA,K1\r\nB,K2\r\nC,K3\nD,K4\rE,K5",
      [
        [2, "A", "K1"],
        [3, "B", "K2"],
        [4, "C", "K3"],
        [5, "D", "K4"],
        [6, "E", "K5"],
      ],
    ],
  ];

  it.each(texts)("are the same for %s wherever the pieces are cut", async (_, format, text, records) => {
    expect(await read([text], format)).toEqual(records);
    for (let at = 1; at < text.length; at++)
      expect(await read([text.slice(0, at), text.slice(at)], format), `cut at ${at}`).toEqual(records);
    expect(await read([...text], format)).toEqual(records);
  });

  it("keep no more of a line or block without an end than says that it is too long", async () => {
    const pieces = Array.from({ length: 50 }, () => "x".repeat(10_000));
    const [line] = await read(pieces, lines);
    expect(line?.[1]?.length).toBeLessThan(50_000);
    const [block] = await read(
      pieces.map((piece) => `${piece}\n`),
      blocks,
    );
    expect(block?.[1]?.length).toBeLessThan(50_000);
    for (const record of [line, block])
      expect(
        readKey({ line: 1, cells: [String(record?.[1])] }, lines, { timeZone: "UTC", at: new Date() }),
      ).toEqual({ line: 1, reason: "too_long" });
  });

  it("name the line of a table that has no end", async () => {
    await expect(read(['key\nA\n"B\n', "C\n"], table({ key: 0 }))).rejects.toEqual(new BrokenTable(4));
  });

  it("fail when the pieces fail", async () => {
    async function* source() {
      yield "key\nA\n";
      throw new Error("the piece is gone");
    }
    const all = async () => {
      for await (const _ of readRecords(source(), table({ key: 0 })));
    };
    await expect(all()).rejects.toThrow("the piece is gone");
  });
});

describe("a key of a table", () => {
  const shop = { timeZone: "Asia/Shanghai", at: new Date("2026-11-22T00:00:00Z") };
  const columns = { key: 1, sku: 0, use_by: 2, cost: 3, note: 4, product: 5, public_label: 6 };
  const readRow = (...cells: string[]) => readKey({ line: 7, cells }, table(columns), shop);

  it("has its option, date, cost and note beside it, and stays byte for byte", () => {
    expect(
      readRow("PRO-1Y", " K EY ", "2026-12-31", "3.5", " from Mo ", "pro", " 138 0013\n\u00008000 "),
    ).toEqual({
      key: {
        line: 7,
        content: " K EY ",
        option: { code: "PRO-1Y", slug: "pro" },
        // The end of that day in the shop's time zone.
        useBy: new Date("2026-12-31T16:00:00Z"),
        costCents: 350n,
        note: "from Mo",
        publicLabel: "138 0013 8000",
      },
    });
    expect(readRow("PRO-1Y", "KEY", "2027-01-01T10:00:00+02:00")).toMatchObject({
      key: { useBy: new Date("2027-01-01T08:00:00Z"), costCents: null, note: null, publicLabel: null },
    });
  });

  it.each([
    ["no_key", ["PRO", " ", ""]],
    ["lost_character", ["PRO", "K\uFFFD"]],
    ["too_long", ["PRO", "x".repeat(16_385)]],
    ["unknown_option", ["", "K"]],
    ["wrong_date", ["PRO", "K", "31.12.2026"]],
    ["wrong_date", ["PRO", "K", "2026-13-31"]],
    ["wrong_date", ["PRO", "K", "2027-02-30"]],
    ["past_date", ["PRO", "K", "2026-11-20"]],
    ["wrong_cost", ["PRO", "K", "", "3,50"]],
    ["long_note", ["PRO", "K", "", "", "n".repeat(201)]],
    ["long_label", ["PRO", "K", "", "", "", "", "l".repeat(81)]],
    ["empty", ["", " ", ""]],
  ])("is refused as %s", (reason, cells) => {
    expect(readRow(...cells)).toEqual({ line: 7, reason });
  });
});
