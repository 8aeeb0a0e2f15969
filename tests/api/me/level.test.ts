import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/me/level/route";
import { db } from "@/lib/db/client";
import type { LevelProgress } from "@/lib/pricing/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

const ask = (token?: string, lang = "") =>
  call<LevelProgress>(GET, "GET", { path: `/api/v1/me/level${lang}`, ...(token ? { token } : {}) });

const aLevel = (slug: string, sortOrder: number, thresholds: Record<string, bigint> = {}) =>
  db().memberLevel.create({ data: { slug, name: slug, sortOrder, discountPercent: 5, ...thresholds } });

const nextOf = async (token: string) => (await ask(token)).data.next;

describe("GET /api/v1/me/level", () => {
  it("names the lowest level above the own one that a sum reaches, and what is missing of either sum", async () => {
    const silver = await aLevel("silver", 1, { spendThresholdCents: 5_000n });
    await aLevel("by-hand", 2);
    await aLevel("platinum", 4, { spendThresholdCents: 90_000n });
    const gold = await aLevel("gold", 3, { spendThresholdCents: 20_000n, rechargeThresholdCents: 10_000n });
    await db().memberLevel.update({
      where: { id: gold.id },
      data: { translations: { zh: { name: "金卡" } } },
    });
    const { token } = await aLoggedInUser({
      memberLevelId: silver.id,
      spentCents: 14_300n,
      rechargedCents: 2_500n,
    });
    const { data, headers } = await ask(token);
    expect(data).toMatchObject({ recharged: "25.00", spent: "143.00" });
    expect(data.next).toMatchObject({
      name: "gold",
      discount_percent: 5,
      spend_threshold: "200.00",
      spend_missing: "57.00",
      recharge_missing: "75.00",
    });
    expect(headers.get("cache-control")).toContain("no-store");
    expect((await ask(token, "?lang=zh")).data.next?.name).toBe("金卡");
  });

  it("asks for no sum that the level does not name, and for none that a refund took back below it", async () => {
    await aLevel("first", 1, { rechargeThresholdCents: 1_000n });
    const { token, user } = await aLoggedInUser();
    expect(await nextOf(token)).toMatchObject({ recharge_missing: "10.00", spend_missing: null });
    await db().user.update({ where: { id: user.id }, data: { rechargedCents: 1_000n } });
    expect(await nextOf(token)).toMatchObject({ recharge_missing: "0.00" });
  });

  it("has none above the highest one, for a level that an operator fixed, and no answer for a guest", async () => {
    const first = await aLevel("first", 1, { spendThresholdCents: 1n });
    const { token, user } = await aLoggedInUser({ isLevelFixed: true });
    expect(await nextOf(token)).toBeNull();
    await db().user.update({
      where: { id: user.id },
      data: { isLevelFixed: false, memberLevelId: first.id },
    });
    expect(await nextOf(token)).toBeNull();
    expect((await ask()).status).toBe(401);
  });

  it("begins above the level that everybody has", async () => {
    await db().memberLevel.create({
      data: { slug: "base", name: "base", sortOrder: 2, isDefault: true, spendThresholdCents: 1n },
    });
    await aLevel("below", 1, { spendThresholdCents: 1n });
    await aLevel("above", 3, { spendThresholdCents: 300n });
    const { token } = await aLoggedInUser();
    expect(await nextOf(token)).toMatchObject({ name: "above", spend_missing: "3.00" });
  });
});
