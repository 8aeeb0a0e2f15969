import { describe, expect, it } from "vitest";
import * as guestOrders from "@/app/api/v1/guest/orders/route";
import * as profile from "@/app/api/v1/me/profile/route";
import * as product from "@/app/api/v1/public/products/[slug]/route";
import { updateSettings } from "@/lib/settings/update-settings";
import { aLoggedInUser } from "../support/builders/accounts";
import { aClient, anAdmin } from "../support/builders/products";
import { call } from "../support/harness/call";
import { documentKinds, readDescription } from "../support/harness/description";
import { overrideConfig } from "../support/harness/test-config";

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

describe("what a refusal teaches beside its sentence [C130]", () => {
  const lists = async (body: unknown) => {
    const { status, json, headers } = await call(guestOrders.POST, "POST", { body });
    return [status, json.data, json.msg, headers.get("x-error-field"), headers.get("x-error-fields")];
  };

  it("names every member that is wrong with its rule, the first one in words", async () => {
    expect(await lists({ product_id: "x", quantity: 0 })).toEqual([
      400,
      null,
      "product_id: must be a whole number",
      "product_id",
      "product_id;rule=wrong_type, quantity;rule=between, email;rule=required",
    ]);
    expect(await lists([])).toEqual([400, null, "body: must be an object", "body", "body;rule=wrong_type"]);
    expect(await lists({ items: [{ quantity: 1 }], email: "a@example.com" })).toEqual([
      400,
      null,
      "items.0.product_id: is required",
      "items.0.product_id",
      "items.0.product_id;rule=required",
    ]);
  });

  it("names what is missing of one line beside all else", async () => {
    expect((await lists({})).slice(3)).toEqual([
      "email",
      "email;rule=required, product_id;rule=required, quantity;rule=required",
    ]);
    expect((await lists({ product_id: "x", email: "a@example.com" })).slice(2)).toEqual([
      "product_id: must be a whole number",
      "product_id",
      "product_id;rule=wrong_type, quantity;rule=required",
    ]);
  });

  it("names twenty members at most", async () => {
    const items = Array.from({ length: 20 }, () => ({}));
    const { headers } = await call(guestOrders.POST, "POST", { body: { items } });
    expect(headers.get("x-error-fields")?.split(", ")).toHaveLength(20);
  });

  it("says with a 401 how to prove who calls, and whether the token that came is the fault", async () => {
    const without = await call(profile.PUT, "PUT", { body: {} });
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="keyshelf"',
    ]);
    const wrong = await call(profile.PUT, "PUT", { body: {}, token: "no-token" });
    expect(wrong.headers.get("www-authenticate")).toBe('Bearer realm="keyshelf", error="invalid_token"');
    expect(wrong.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  it("says with a 429 which limit it was and how long it lasts", async () => {
    overrideConfig({ "limits.publicReadsPerMinute": "30" });
    const read = () => call(product.GET, "GET", { params: { slug: "nothing" }, ip: "203.0.113.201" });
    let answer = await read();
    for (let calls = 0; calls < 40 && answer.status !== 429; calls += 1) answer = await read();
    const wait = answer.headers.get("retry-after");
    expect([answer.status, answer.json.msg]).toEqual([
      429,
      `Too many requests; try again in ${wait} seconds`,
    ]);
    expect(answer.headers.get("ratelimit-policy")).toBe('"public";q=30;w=60');
    expect(answer.headers.get("ratelimit")).toBe(`"public";r=0;t=${wait}`);
  });
});
