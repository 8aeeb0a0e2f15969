import { describe, expect, it } from "vitest";
import { refuseTarget } from "../../../server/door/request-target";

describe("the target of a request", () => {
  it.each([
    "/",
    "/products/a-good-name?search=100%25&x=..",
    "/.well-known/security.txt",
    "/media/..a",
    "/api/v1/public/products/%00",
    "/api/v1/payments/callback?name=%00",
    "//x",
    `/x?${"a&".repeat(99)}a`,
    `/${"a".repeat(8_000)}`,
  ])("%s is handed on", (target) => {
    expect(refuseTarget(target)).toBeNull();
  });

  it.each([
    "*",
    "http://shop.example/",
    "/api/v1/admin/orders/..\\session",
    "/api/v1/admin/orders/../session",
    "/a/%2e%2E/b",
    "/a/./b",
    "/a/..?x=1",
    "/products/%ff",
    "/products/%00",
    "/products?search=%00",
    `/x?${"a&".repeat(100)}a`,
    `/api/v1/public/products?${"&".repeat(4_000)}`,
  ])("%s is refused", (target) => {
    expect(refuseTarget(target)).toMatchObject({ status: 400 });
  });

  it("is refused by its length before it is read", () => {
    expect(refuseTarget(`/${"a".repeat(8_200)}`)).toMatchObject({ status: 414 });
  });
});
