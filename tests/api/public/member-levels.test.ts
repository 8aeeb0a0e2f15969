import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/public/member-levels/route";
import { db } from "@/lib/db/client";
import type { MemberLevelList } from "@/lib/pricing/schema";
import { call } from "../../support/harness/call";

const list = (headers: Record<string, string> = {}) => call<MemberLevelList>(GET, "GET", { headers });

describe("GET /api/v1/public/member-levels", () => {
  it("shows the levels from the lowest up, to everybody", async () => {
    await db().memberLevel.create({
      data: {
        slug: "gold",
        name: "Gold",
        sortOrder: 2,
        discountPercent: 10,
        rechargeThresholdCents: 50_000n,
      },
    });
    await db().memberLevel.create({ data: { slug: "new", name: "New", sortOrder: 1, isDefault: true } });
    const { status, data } = await list();
    expect(status).toBe(200);
    expect(data.member_levels).toEqual([
      expect.objectContaining({
        slug: "new",
        is_default: true,
        discount_percent: 0,
        recharge_threshold: "0.00",
      }),
      {
        id: 1,
        slug: "gold",
        name: "Gold",
        icon: null,
        discount_percent: 10,
        recharge_threshold: "500.00",
        spend_threshold: "0.00",
        is_default: false,
      },
    ]);
  });

  it("names a level in the language that is asked for, and in the shop's own where it has no such name", async () => {
    await db().memberLevel.create({
      data: { slug: "gold", name: "Gold", translations: { zh: { name: "金卡会员" } } },
    });
    await db().memberLevel.create({ data: { slug: "new", name: "New", sortOrder: 1 } });
    const namesIn = async (lang?: string) =>
      (
        await call<MemberLevelList>(GET, "GET", lang ? { path: `/?lang=${lang}` } : {})
      ).data.member_levels.map(({ name }) => name);
    expect(await namesIn()).toEqual(["Gold", "New"]);
    expect(await namesIn("zh")).toEqual(["金卡会员", "New"]);
  });

  it("answers 304 to whoever has it already [C11]", async () => {
    const first = await list();
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
    const second = await list({ "if-none-match": etag });
    expect(second.status).toBe(304);
    expect(second.text).toBe("");
  });
});
