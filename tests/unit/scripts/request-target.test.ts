import { describe, expect, it } from "vitest";
import { refuseTarget } from "../../../scripts/request-target";

describe("the target of a request", () => {
  it.each([
    "/",
    "/products/a-good-name?search=100%25&x=..",
    "/.well-known/security.txt",
    "/media/..a",
    "/api/v1/public/products/%00",
    "/api/v1/payments/callback?name=%00",
    "//x",
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
  ])("%s is refused", (target) => {
    expect(refuseTarget(target)).not.toBeNull();
  });
});
