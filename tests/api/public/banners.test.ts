import { afterEach, describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/public/banners/route";
import type { BannerView } from "@/lib/content/schema";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { call } from "../../support/harness/call";
import { expectRefusal, publicReadBehaviour } from "../../support/harness/public-suite";

const aBanner = (data: Partial<Prisma.BannerCreateInput> & { title: string }) =>
  db().banner.create({ data: { image: "/sample/b.svg", ...data } });
const list = async (query = "") =>
  (await call<{ banners: BannerView[] }>(endpoint.GET, "GET", { path: `/api/v1/public/banners${query}` }))
    .data.banners;

afterEach(() => testClock.reset());

describe("GET /api/v1/public/banners", () => {
  publicReadBehaviour(endpoint);

  it("shows every member, in order, and only what is active", async () => {
    await aBanner({ title: "second", sortOrder: 2 });
    const first = await aBanner({
      title: "first",
      subtitle: "Sub",
      sortOrder: 1,
      mobileImage: "/sample/m.svg",
      linkType: "internal",
      linkUrl: "/products",
      openInNewTab: true,
    });
    await aBanner({ title: "hidden", isActive: false });
    expect(await list()).toEqual([
      {
        id: first.id,
        position: "home",
        title: "first",
        subtitle: "Sub",
        image: "/sample/b.svg",
        mobile_image: "/sample/m.svg",
        link_type: "internal",
        link_url: "/products",
        open_in_new_tab: true,
      },
      expect.objectContaining({ title: "second", link_type: "none", link_url: null }),
    ]);
  });

  it("filters by position", async () => {
    await aBanner({ title: "home" });
    await aBanner({ title: "side", position: "side" });
    expect((await list("?position=side")).map((banner) => banner.title)).toEqual(["side"]);
    expect(await list("?position=nowhere")).toEqual([]);
    const tooLong = await call(endpoint.GET, "GET", {
      path: `/api/v1/public/banners?position=${"x".repeat(41)}`,
    });
    expectRefusal(tooLong, 400, /^position: /);
  });

  it("shows a banner from its beginning until its end", async () => {
    const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n));
    await aBanner({ title: "timed", startsAt: hour(10), endsAt: hour(12) });
    for (const [n, shown] of [
      [9, 0],
      [10, 1],
      [11, 1],
      [12, 0],
    ] as const) {
      testClock.set(hour(n));
      forgetAnswers();
      expect(await list()).toHaveLength(shown);
    }
  });
});
