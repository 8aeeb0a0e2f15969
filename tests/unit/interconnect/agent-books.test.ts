import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/core/errors";
import { csvLine, readCsv } from "@/lib/core/formats/csv";
import { findMismatches, keyOfMismatch } from "@/lib/interconnect/main/statements/find-mismatches";
import { readBooks } from "@/lib/interconnect/main/statements/read-books";

const cells = (text: string) => readCsv(text).map((row) => row.cells);

const problemOf = (csv: string) => {
  try {
    readBooks(csv);
  } catch (error) {
    if (isAppError(error, "malformed")) return error;
    throw error;
  }
  return null;
};

describe("a CSV file", () => {
  it.each([
    [
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "\uFEFFa;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a\tb\n\n1\t2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      'a,b\n"1,5","say ""x"""\n',
      [
        ["a", "b"],
        ["1,5", 'say "x"'],
      ],
    ],
    [
      'a,b\n"two\nlines",2\n',
      [
        ["a", "b"],
        ["two\nlines", "2"],
      ],
    ],
    [
      "a,b\n1,\n",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    ["", []],
  ])("%j is read as a table", (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it("counts the lines of the file, those inside a cell too", () => {
    expect(readCsv('a,b\n"x\ny",1\nz,2\n').map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it("gives back what an export of ours made safe [A20]", () => {
    const written = ["=1+1", "+x", "A-1", "9.90", "it's"];
    expect(cells(csvLine(written))).toEqual([written]);
  });

  it("takes a quotation mark that is never closed as text", () => {
    expect(cells('a,b\n"1,2\n')).toEqual([
      ["a", "b"],
      ['"1', "2"],
    ]);
  });
});

describe("the agent's books", () => {
  it("are found by their headings, in any order", () => {
    expect(
      readBooks("amount,Downstream_Order_No,title,refunded_amount\n9.9,A-1,Key,\n10,A-2,Key,2.50\n"),
    ).toEqual([
      { orderNo: null, downstreamOrderNo: "A-1", amountCents: 990n, refundedCents: null },
      { orderNo: null, downstreamOrderNo: "A-2", amountCents: 1000n, refundedCents: 250n },
    ]);
  });

  it("leave out what was never paid, where there is a time of payment", () => {
    const books = readBooks("order_no,amount,paid_at\nK1,1.00,2026-01-01T00:00:00Z\nK2,1.00,\n");
    expect(books.map(({ orderNo }) => orderNo)).toEqual(["K1"]);
  });

  it.each([
    ["order_no,price\nK1,1.00\n", "books_columns", {}],
    ["amount\n1.00\n", "books_columns", {}],
    ["order_no,amount\nK1,1.00\nK2,one\n", "books_line", { line: "3" }],
    ["order_no,amount\n,1.00\n", "books_line", { line: "2" }],
    ["order_no,amount\nK1,-1.00\n", "books_line", { line: "2" }],
    ["order_no,amount\nK\u0000,1.00\n", "books_line", { line: "2" }],
    ["order_no,amount\nK1,1.00\nK1,1.00\n", "books_twice", { line: "3" }],
  ])("%j is refused", (csv, rule, values) => {
    expect(problemOf(csv)).toMatchObject({ field: "csv", refusal: { rule, values } });
  });

  it("have five thousand rows at most", () => {
    const problem = problemOf(`order_no,amount\n${"K1,1\n".repeat(5001)}`);
    expect(problem).toMatchObject({ refusal: { rule: "books_too_many", values: { max: "5000" } } });
  });
});

const own = (no: string, changes: Record<string, unknown> = {}) => ({
  orderNo: `K${no}`,
  downstreamOrderNo: `A-${no}`,
  isPaid: true,
  amountCents: 1000n,
  refundedCents: 0n,
  ...changes,
});
const row = (no: string, changes: Record<string, unknown> = {}) => ({
  orderNo: null,
  downstreamOrderNo: `A-${no}`,
  amountCents: 1000n,
  refundedCents: 0n,
  ...changes,
});
const kinds = (...all: Parameters<typeof findMismatches>) =>
  findMismatches(...all).map(({ kind, orderNo }) => [kind, orderNo]);

describe("two books", () => {
  it("agree by either number", () => {
    const books = [row("1"), row("2", { orderNo: "K2", downstreamOrderNo: null })];
    expect(kinds(books, [own("1"), own("2")], [own("1"), own("2")])).toEqual([]);
  });

  it("differ in what one of them lacks", () => {
    expect(kinds([row("1"), row("9")], [own("1")], [own("1"), own("2")])).toEqual([
      ["unknown_here", null],
      ["missing_there", "K2"],
    ]);
  });

  it("differ in the amount, the refund, or whether it was paid", () => {
    const books = [row("1", { amountCents: 900n }), row("2"), row("3")];
    const orders = [own("1"), own("2", { refundedCents: 100n }), own("3", { isPaid: false })];
    expect(findMismatches(books, orders, [])).toMatchObject([
      { kind: "amount", oursCents: 1000n, theirsCents: 900n },
      { kind: "refunded", oursCents: 100n, theirsCents: 0n },
      { kind: "not_paid", oursCents: 0n, theirsCents: 1000n },
    ]);
  });

  it("say nothing of refunds where there is no such column", () => {
    expect(kinds([row("1", { refundedCents: null })], [own("1", { refundedCents: 5n })], [])).toEqual([]);
  });

  it("name the same difference alike, and another amount otherwise", () => {
    const keyFor = (amountCents: bigint) => {
      const [found] = findMismatches([row("1", { amountCents })], [own("1")], []);
      return found && keyOfMismatch(found);
    };
    expect(keyFor(900n)).toBe(keyFor(900n));
    expect(keyFor(900n)).not.toBe(keyFor(800n));
  });
});
