import { describe, expect, it } from "vitest";
import { operations as adminMemberLevels } from "@/app/api/v1/admin/member-levels/[[...path]]/route";
import { secondsFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { AdminMemberLevel } from "@/lib/pricing/schema";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aProduct, aUser } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const gold = { slug: "gold", name: "Gold", discount_percent: 10, recharge_threshold: "500", sort_order: 2 };
const level = (id: number) => ({ level_id: String(id) });

async function aLevel(headers: Record<string, string>, body: object = gold) {
  return (await call<{ id: number }>(adminMemberLevels.createMemberLevel, "POST", { headers, body })).data.id;
}

describe("/api/v1/admin/member-levels", () => {
  it("creates, lists, changes and deletes levels; there is one default", async () => {
    const { headers } = await aLoggedInAdmin();
    const id = await aLevel(headers, { ...gold, is_default: true });
    const second = await aLevel(headers, { slug: "new", name: "New", is_default: true });
    const listed = async () =>
      (
        await call<{ member_levels: AdminMemberLevel[] }>(adminMemberLevels.listAdminMemberLevels, "GET", {
          headers,
        })
      ).data.member_levels;
    expect((await listed()).map((row) => [row.slug, row.is_default])).toEqual([
      ["new", true],
      ["gold", false],
    ]);
    await call(adminMemberLevels.updateMemberLevel, "PUT", {
      headers,
      params: level(id),
      body: { ...gold, name: "Golden", discount_percent: 12 },
    });
    expect((await listed())[1]).toMatchObject({
      name: "Golden",
      discount_percent: 12,
      recharge_threshold: "500.00",
    });
    expect(
      (await call(adminMemberLevels.deleteMemberLevel, "DELETE", { headers, params: level(id) })).status,
    ).toBe(200);
    expect(
      (await call(adminMemberLevels.deleteMemberLevel, "DELETE", { headers, params: level(second) })).json
        .status_code,
    ).toBe(40906);
    expect(
      (await call(adminMemberLevels.updateMemberLevel, "PUT", { headers, params: level(id), body: gold }))
        .status,
    ).toBe(404);
  });

  it("keeps the names of a level in other languages, and takes one away that is emptied", async () => {
    const { headers } = await aLoggedInAdmin();
    const id = await aLevel(headers, { ...gold, translations: { zh: { name: "金卡会员" } } });
    const saved = async (body: object) => {
      const { status } = await call(adminMemberLevels.updateMemberLevel, "PUT", {
        headers,
        params: level(id),
        body: { ...gold, ...body },
      });
      expect(status).toBe(200);
      return (await db().memberLevel.findUniqueOrThrow({ where: { id } })).translations;
    };
    expect(await saved({ name: "Golden" })).toEqual({ zh: { name: "金卡会员" } });
    expect(await saved({ translations: { zh: { name: "" } } })).toEqual({});
  });

  it("replaces a level's own prices, and tells agent sites by the SKUs' time of change", async () => {
    const { headers } = await aLoggedInAdmin();
    const id = await aLevel(headers);
    const { sku } = await aProduct();
    const { sku: untouched } = await aProduct();
    testClock.set(secondsFromNow(60));
    const put = (prices: object[]) =>
      call(adminMemberLevels.setLevelPrices, "PUT", { headers, params: level(id), body: { prices } });
    expect((await put([{ sku_id: sku.id, price: "7.5" }])).status).toBe(200);
    expect(await db().levelPrice.findMany()).toEqual([{ levelId: id, skuId: sku.id, priceCents: 750n }]);
    const changed = async (skuId: number) =>
      (await db().sku.findUniqueOrThrow({ where: { id: skuId } })).updatedAt;
    expect((await changed(sku.id)) > sku.updatedAt).toBe(true);
    expect(await changed(untouched.id)).toEqual(untouched.updatedAt);

    expect((await put([{ sku_id: 999_999, price: "1" }])).json).toMatchObject({ status_code: 400 });
    expect(
      (
        await put([
          { sku_id: sku.id, price: "1" },
          { sku_id: sku.id, price: "2" },
        ])
      ).status,
    ).toBe(400);
    await put([]);
    expect(await db().levelPrice.count()).toBe(0);
  });

  it("gives a user a level by hand", async () => {
    const { headers } = await aLoggedInAdmin();
    const id = await aLevel(headers);
    const user = await aUser();
    const put = (user_id: number, member_level_id: number | null) =>
      call(adminMemberLevels.assignMemberLevel, "PUT", {
        headers,
        params: { user_id: String(user_id) },
        body: { member_level_id, is_fixed: true },
      });
    expect((await put(user.id, id)).data).toEqual({ member_level_id: id, is_fixed: true });
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      memberLevelId: id,
      isLevelFixed: true,
    });
    expect(
      (await call(adminMemberLevels.deleteMemberLevel, "DELETE", { headers, params: level(id) })).json
        .status_code,
    ).toBe(40906);
    expect((await put(user.id, 999)).json).toMatchObject({ status_code: 400 });
    expect((await put(999, id)).status).toBe(404);
    expect((await put(user.id, null)).data).toMatchObject({ member_level_id: null });
  });

  it("refuses odd input, a taken slug, and callers without the right", async () => {
    const { headers } = await aLoggedInAdmin();
    await aLevel(headers);
    for (const change of [
      { slug: "Big Level" },
      { discount_percent: 101 },
      { discount_percent: -1 },
      { spend_threshold: 5 },
      { name: "" },
    ]) {
      const answer = await call(adminMemberLevels.createMemberLevel, "POST", {
        headers,
        body: { ...gold, slug: "other", ...change },
      });
      expect(answer.json).toMatchObject({
        status_code: 400,
        msg: expect.stringContaining(Object.keys(change)[0] ?? ""),
      });
    }
    expect(
      (await call(adminMemberLevels.createMemberLevel, "POST", { headers, body: gold })).json,
    ).toMatchObject({ status_code: 40906 });
    expect((await call(adminMemberLevels.createMemberLevel, "POST", { body: gold })).status).toBe(401);
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    expect(
      (await call(adminMemberLevels.createMemberLevel, "POST", { headers: viewer.headers, body: gold }))
        .status,
    ).toBe(403);
  });
});
