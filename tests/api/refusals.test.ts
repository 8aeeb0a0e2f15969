import { describe, expect, it } from "vitest";
import * as guestOrders from "@/app/api/v1/guest/orders/route";
import * as profile from "@/app/api/v1/me/profile/route";
import * as product from "@/app/api/v1/public/products/[slug]/route";
import { updateSettings } from "@/lib/settings/update-settings";
import { aLoggedInUser } from "../support/builders/accounts";
import { aClient, anAdmin } from "../support/builders/products";
import { call } from "../support/harness/call";
import { documentKinds, readDescription } from "../support/harness/description";

const chinese = { "accept-language": "zh-CN,zh;q=0.9" };
const order = (headers: Record<string, string> = {}) =>
  call(guestOrders.POST, "POST", { headers, body: { product_id: 1, quantity: 0, email: "a@example.com" } });

describe("a refusal [C65]", () => {
  it("names its field and its rule in two headers that pages of other origins may read", async () => {
    const { headers, json } = await order();
    expect(json.msg).toBe("quantity: must be between 1 and 1000");
    expect([headers.get("x-error-field"), headers.get("x-error-rule")]).toEqual(["quantity", "between"]);
    expect(headers.get("access-control-expose-headers")).toMatch(/X-Error-Field, X-Error-Rule/);
    const missing = await call(product.GET, "GET", { params: { slug: "nothing" } });
    expect([missing.headers.get("x-error-field"), missing.headers.get("x-error-rule")]).toEqual([
      null,
      "not_found",
    ]);
  });

  it("is said in the language that the reader asks for, else in the shop's", async () => {
    expect((await order(chinese)).json.msg).toBe("quantity: 必须在 1 和 1000 之间");
    expect((await order({ "accept-language": "fr" })).json.msg).toMatch(/must be between/);
    const missing = await call(product.GET, "GET", { params: { slug: "nothing" }, headers: chinese });
    expect(missing.json.msg).toBe("找不到商品");
  });

  it("is said in the account's language to a member, unless the browser's pages are in another", async () => {
    const { token } = await aLoggedInUser({ locale: "zh" });
    const change = (headers: Record<string, string> = {}) =>
      call(profile.PUT, "PUT", { token, headers, body: { nickname: "x".repeat(41) } });
    expect((await change()).json.msg).toBe("nickname: 最多 40 个字符");
    expect((await change({ cookie: "locale=en" })).json.msg).toBe(
      "nickname: must have at most 40 characters",
    );
  });

  it("is in a language that the shop offers", async () => {
    await updateSettings(await anAdmin(), aClient(), { locales: ["en"], default_locale: "en" });
    expect((await order(chinese)).json.msg).toMatch(/must be between/);
  });

  it("has the closed list of its rules in the description of the API", async () => {
    for (const kind of documentKinds) {
      const { components } = await readDescription(kind);
      expect(components.headers.ErrorRule?.schema.enum).toEqual(
        expect.arrayContaining(["between", "not_found"]),
      );
      expect(components.responses.Refused?.headers).toMatchObject({
        "X-Error-Field": { $ref: "#/components/headers/ErrorField" },
        "X-Error-Rule": { $ref: "#/components/headers/ErrorRule" },
      });
    }
  });
});
