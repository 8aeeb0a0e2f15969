import { describe, expect, it } from "vitest";
import { operations as adminCoupons } from "@/app/api/v1/admin/coupons/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { CouponList, CouponView } from "@/lib/pricing/schema";
import { aLoggedInAdmin, aLoggedInUser } from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const percent = { code: "summer20", kind: "percent", percent: 20 };
const params = (id: number) => ({ coupon_id: String(id) });

describe("/api/v1/admin/coupons", () => {
  it("creates, lists, changes and deletes a coupon, and audits each write", async () => {
    const { headers } = await aLoggedInAdmin();
    const body = {
      ...percent,
      max_discount: "15.00",
      total_limit: 100,
      ends_at: "2099-01-01T00:00:00+08:00",
    };
    const created = await call<{ id: number }>(adminCoupons.createCoupon, "POST", { headers, body });
    expect(created.status).toBe(200);
    const { id } = created.data;

    const one = await call<CouponView>(adminCoupons.getCoupon, "GET", { headers, params: params(id) });
    expect(one.data).toMatchObject({
      code: "SUMMER20",
      kind: "percent",
      percent: 20,
      value: null,
      max_discount: "15.00",
      total_limit: 100,
      per_buyer_limit: null,
      used_count: 0,
      ends_at: "2098-12-31T16:00:00.000Z",
      is_active: true,
    });
    const change = { code: "summer20", kind: "fixed", value: "5", is_active: false };
    expect(
      (await call(adminCoupons.updateCoupon, "PUT", { headers, params: params(id), body: change })).status,
    ).toBe(200);
    const all = await call<CouponList>(adminCoupons.listCoupons, "GET", { headers, path: "/x?search=mmer" });
    expect(all.data).toMatchObject({
      total: 1,
      coupons: [{ kind: "fixed", value: "5.00", percent: null, is_active: false }],
    });

    expect((await call(adminCoupons.deleteCoupon, "DELETE", { headers, params: params(id) })).status).toBe(
      200,
    );
    expect((await call(adminCoupons.getCoupon, "GET", { headers, params: params(id) })).status).toBe(404);
    const lines = await db().auditLog.findMany({ orderBy: { id: "asc" } });
    expect(lines.map((line) => line.action)).toEqual(["coupon.create", "coupon.update", "coupon.delete"]);
  });

  it("keeps a coupon that orders have used, and its count within its limit", async () => {
    const { headers } = await aLoggedInAdmin();
    const { sku } = await aProduct({ keys: 2 });
    const { id } = (await call<{ id: number }>(adminCoupons.createCoupon, "POST", { headers, body: percent }))
      .data;
    await anOrder({ sku, couponCode: "SUMMER20" });
    await anOrder({ sku, couponCode: "SUMMER20" });
    expect(
      (await call(adminCoupons.deleteCoupon, "DELETE", { headers, params: params(id) })).json.status_code,
    ).toBe(40906);
    const tooLow = await call(adminCoupons.updateCoupon, "PUT", {
      headers,
      params: params(id),
      body: { ...percent, total_limit: 1 },
    });
    expect(tooLow.json).toMatchObject({ status_code: 40906, msg: expect.stringMatching(/^total_limit: /) });
  });

  it("names the field that is wrong", async () => {
    const { headers } = await aLoggedInAdmin();
    await call(adminCoupons.createCoupon, "POST", { headers, body: percent });
    for (const [body, field] of [
      [{ ...percent, code: "a b" }, "code"],
      [{ ...percent, percent: 101 }, "percent"],
      [{ code: "FIX", kind: "fixed" }, "value"],
      [{ code: "FIX", kind: "fixed", value: "0.00" }, "value"],
      [{ code: "PER", kind: "percent" }, "percent"],
      [{ ...percent, total_limit: 0 }, "total_limit"],
      [{ ...percent, starts_at: "2026-02-01T00:00:00Z", ends_at: "2026-01-01T00:00:00Z" }, "ends_at"],
      [{ ...percent, product_ids: ["1"] }, "product_ids.0"],
      [percent, "code"],
    ] as const) {
      const answer = await call(adminCoupons.createCoupon, "POST", { headers, body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.json.msg).toContain(`${field}: `);
    }
  });

  it("is for staff whose role includes it", async () => {
    const { token } = await aLoggedInUser();
    expect((await call(adminCoupons.createCoupon, "POST", { body: percent })).status).toBe(401);
    expect((await call(adminCoupons.createCoupon, "POST", { token, body: percent })).status).toBe(401);
    const support = await aLoggedInAdmin({ role: "support" });
    expect(
      (await call(adminCoupons.createCoupon, "POST", { headers: support.headers, body: percent })).status,
    ).toBe(403);
    expect((await call(adminCoupons.listCoupons, "GET", { headers: support.headers })).status).toBe(200);
  });
});
