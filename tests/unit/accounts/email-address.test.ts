import { describe, expect, it } from "vitest";
import { canonicalEmail } from "@/lib/accounts/email-address";

describe("the one spelling of an e-mail address", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["  ada@example.com ", "ada@example.com"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["gru\u0308n@example.com", "grün@example.com"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["a+b@example.com", "a+b@example.com"],
  ])("writes %s as %s", (text, expected) => {
    expect(canonicalEmail(text)).toBe(expected);
  });

  it.each([
    "ada",
    "@example.com",
    "ada@",
    "ada@localhost",
    "a b@example.com",
    "ada@exam ple.com",
    "ada@example.com\r\nBcc: x@example.com",
    "ada\n@example.com",
    "ada@@example.com",
    "ada@example..com",
    "ada@-example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(250)}.com`,
    "<ada@example.com>",
    "ada@[127.0.0.1]",
  ])("refuses %j", (text) => {
    expect(() => canonicalEmail(text)).toThrow(/e-mail address|254 characters/);
  });
});
