import { describe, expect, it } from "vitest";
import { canonicalEmail } from "@/lib/accounts/canonical-email";
import { loginBody } from "@/lib/accounts/schema";
import { createSiteOrderBody } from "@/lib/interconnect/main/schema";
import { checkForm } from "@/lib/orders/form-answers";
import { createGuestOrderBody, previewGuestOrderBody, recoverBody } from "@/lib/orders/schema";

describe("the one spelling of an e-mail address", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["  ada@example.com ", "ada@example.com"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["gru\u0308n@example.com", "grün@example.com"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["a+b@example.com", "a+b@example.com"],
    ["\ufb00k@example.com", "ffk@example.com"],
    ["\uff46\uff46k@example.com", "ffk@example.com"],
    ["\u212aim@example.com", "kim@example.com"],
    ["\u0130da@example.com", "ida@example.com"],
    ["ada\uff20example.com", "ada@example.com"],
    ["ada@ｅｘａｍｐｌｅ.com", "ada@example.com"],
    ["ada@example\u3002com", "ada@example.com"],
    ["ada@example.com.", "ada@example.com"],
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
    "ada@192.0.2.7",
    "ada@1.2",
    "ada@%65xample.com",
    "ada@example.com:80",
    "ada@example.com/x",
    "ada@\uff20example.com",
    "a\u00adda@example.com",
    "a\u200dda@example.com",
    "ada@exam\u00adple.com",
    "ada@exam\u200bple.com",
    "ada\u2060@example.com",
    "ada\ufe0f@example.com",
    "\u202eada@example.com",
    "a\ue000da@example.com",
    "a\u0000da@example.com",
  ])("refuses %j", (text) => {
    expect(() => canonicalEmail(text)).toThrow(/e-mail address|254 characters/);
  });
});

describe("an e-mail address that enters", () => {
  const line = { product_id: 1, quantity: 1 };
  it.each([
    ["a shopper's log-in", (email: string) => loginBody.safeParse({ email, password: "x" }).data?.email],
    ["a guest's order", (email: string) => createGuestOrderBody.safeParse({ ...line, email }).data?.email],
    ["a preview", (email: string) => previewGuestOrderBody.safeParse({ ...line, email }).data?.email],
    ["a recovery", (email: string) => recoverBody.safeParse({ email }).data?.email],
    [
      "an agent's order",
      (email: string) =>
        createSiteOrderBody.safeParse({ ...line, downstream_order_no: "1", customer_email: email }).data
          ?.customer_email,
    ],
    [
      "a buyer's answer",
      (email: string) => {
        const asked = [{ key: "mail", type: "email", label: "Mail", required: true }];
        try {
          return checkForm(asked, { mail: email })?.mail;
        } catch {
          return undefined;
        }
      },
    ],
  ])("has one spelling in %s, and look-alikes are refused [C68]", (_, read) => {
    expect(read(" \uff21da@Example.COM ")).toBe("ada@example.com");
    for (const text of ["a\u00adda@example.com", "a@b..co", "ada@exam\u200bple.com"])
      expect(read(text)).toBeUndefined();
  });
});
