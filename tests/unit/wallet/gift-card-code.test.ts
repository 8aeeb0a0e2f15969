import { describe, expect, it } from "vitest";
import {
  hashGiftCardCode,
  newGiftCardCode,
  normaliseGiftCardCode,
  openGiftCardCode,
  sealGiftCardCode,
} from "@/lib/wallet/gift-cards/gift-card-code";

describe("gift card codes", () => {
  it("have 100 random bits and do not repeat [O12]", () => {
    const codes = Array.from({ length: 5000 }, newGiftCardCode);
    expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("are read as they were meant", () => {
    expect(normaliseGiftCardCode(" abcde-fgh1l 00oo0-ZZZZZ")).toBe("ABCDEFGH1100000ZZZZZ");
    const code = newGiftCardCode();
    const typed = code.toLowerCase().replaceAll("-", " ");
    expect(hashGiftCardCode(typed)).toEqual(hashGiftCardCode(code));
  });

  it("do not take a code with something behind it for the code", () => {
    const code = newGiftCardCode();
    expect(hashGiftCardCode(`${code}A`)).not.toEqual(hashGiftCardCode(code));
  });

  it("open only with their own hash [A22]", () => {
    const code = newGiftCardCode();
    const other = newGiftCardCode();
    const sealed = sealGiftCardCode(code, hashGiftCardCode(code));
    expect(openGiftCardCode(sealed, hashGiftCardCode(code))).toBe(code);
    expect(() => openGiftCardCode(sealed, hashGiftCardCode(other))).toThrow();
  });
});
