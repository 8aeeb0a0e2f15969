import { describe, expect, it } from "vitest";
import { readPage } from "@/app/(store)/read-page";
import { onTheWayTo, returnPath } from "@/components/store/auth/return-path";

describe("the page of a list", () => {
  it.each(["0", "1.5", "1e3x", "100001", ""])("is the first for %j", (page) => {
    expect(readPage(page)).toBe(1);
  });
});

describe("the way back after logging in", () => {
  it("leads to a path of ours", () => {
    expect(returnPath("/products/a?b=1")).toBe("/products/a?b=1");
  });

  it.each([
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "javascript:alert(1)",
    "/a\nb",
    "",
    undefined,
    ["/a"],
  ])("never leaves the shop: %j", (next) => {
    expect(returnPath(next)).toBe("/account");
  });

  it("does not lead back to the log-in", () => {
    expect(returnPath("/login?next=/login")).toBe("/account");
  });

  it("is kept from one page of the log-in to the next", () => {
    const next = returnPath("/products/a?sku=1&b=2");
    expect(onTheWayTo("/forgot", next)).toBe("/forgot?next=%2Fproducts%2Fa%3Fsku%3D1%26b%3D2");
    expect(onTheWayTo("/login", returnPath(undefined))).toBe("/login");
  });
});
