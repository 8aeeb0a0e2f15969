import { describe, expect, it } from "vitest";
import { countKeys, firstKeys, piecesOf } from "@/components/admin/keys/key-pieces";
import { decodeKeys, looksLikeHeading } from "@/lib/core/key-text";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)),
  );

/** 卡密 as an old Windows saves it. */
const gbk = [0xbf, 0xa8, 0xc3, 0xdc];

describe("the first line of a list of keys", () => {
  it.each([
    "key",
    "Card Key",
    "sku,key",
    "\uFEFFcode;note",
    "user\tpassword",
    '"License Key"',
    "\u5361\u5bc6",
    "\u8d26\u53f7----\u5bc6\u7801",
  ])("%j is the heading of a table", (line) => {
    expect(looksLikeHeading(line)).toBe(true);
  });

  it.each([
    "",
    "KEY-1",
    "KEY-AAAA-BBBB",
    "ada@example.com----secret1",
    "key1,key2",
    "code red",
    "\u5361\u5bc6-1",
    "MONKEY",
  ])("%j may be a key", (line) => {
    expect(looksLikeHeading(line)).toBe(false);
  });
});

describe("a file of keys", () => {
  it("is read as UTF-8, with a byte-order mark or without", () => {
    expect(decodeKeys(bytes("卡密-1\nKEY ☃"))).toEqual({ text: "卡密-1\nKEY ☃", encoding: "utf-8" });
    expect(decodeKeys(bytes([0xef, 0xbb, 0xbf], "卡密-1"))).toEqual({ text: "卡密-1", encoding: "utf-8" });
    expect(decodeKeys(new Uint8Array())).toEqual({ text: "", encoding: "utf-8" });
  });

  it("is read as UTF-16 where it says so itself", () => {
    expect(decodeKeys(bytes([0xff, 0xfe, 0x61, 0x53, 0x41, 0x00]))).toEqual({
      text: "卡A",
      encoding: "utf-16le",
    });
    expect(decodeKeys(bytes([0xfe, 0xff, 0x53, 0x61, 0x00, 0x41]))).toEqual({
      text: "卡A",
      encoding: "utf-16be",
    });
  });

  it("is tried as GB18030 when it is no UTF-8, and says so", () => {
    expect(decodeKeys(bytes(gbk, "-1\n"))).toEqual({ text: "卡密-1\n", encoding: "gb18030" });
  });

  it("is refused when it is no text: no byte of a key is ever guessed", () => {
    expect(decodeKeys(bytes("cl", [0xe9], "\n"))).toBeNull();
    expect(decodeKeys(bytes([0x89], "PNG\r\n", [0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d]))).toBeNull();
    expect(decodeKeys(bytes([0xef, 0xbb, 0xbf, 0xff]))).toBeNull();
    expect(decodeKeys(bytes([0xff, 0xfe, 0x61]))).toBeNull();
    expect(decodeKeys(bytes("A", [0x00], "B", [0x00]))).toBeNull();
  });

  it("is sent in pieces that cut no character in two and together are the text", () => {
    const text = "A🗝B卡🗝🗝C";
    for (let size = 2; size <= text.length; size++) {
      const pieces = [...piecesOf(text, size)];
      expect(pieces.join("")).toBe(text);
      expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= size)).toBe(true);
    }
    expect([...piecesOf("")]).toEqual([]);
  });

  it("is counted and shown as it will be taken apart", () => {
    const lines = "\nKEY-1\r\n  \n KEY-2\n";
    expect(countKeys(lines, null)).toBe(2);
    expect(firstKeys(lines, null, 5)).toEqual(["KEY-1", " KEY-2"]);
    const blocks = "a\n\nb\n---\n---\r\nc\n---\n";
    expect(countKeys(blocks, "---")).toBe(2);
    expect(firstKeys(blocks, "---", 5)).toEqual(["a\n\nb", "c"]);
    expect(firstKeys(blocks, "---", 1)).toEqual(["a\n\nb"]);
  });
});
