import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areaLevelsIn } from "@/lib/accounts/staff/roles/role-schema";
import { type AccessLevel, permissionAreas, permissionsIn, permissionsOf } from "@/lib/acts/permissions";
import { fillCrawledShop } from "../support/builders/crawled-shop";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { neverSeen } from "../support/harness/crawl/known";
import { type Guarded, guardedIn } from "../support/harness/crawl/offers";
import { addressIn, crawledPages, type Places } from "../support/harness/crawl/pages";
import { Readers } from "../support/harness/crawl/readers";
import { compareOffers } from "../support/harness/crawl/role-offers";
import { everyReader, pairwise, titleOf } from "../support/harness/crawl/views";
import { visit } from "../support/harness/crawl/visit";
import { unlimitedBuying } from "../support/harness/http-buyer";
import { isTurnOf, seed } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { isLong } from "../support/harness/tier";
import { launchBrowser } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let places: Places;
let readers: Readers;

/** Levels that a role of the shop's own can have in an area. */
const levelsOf = (area: (typeof permissionAreas)[number]) =>
  (["read", "write"] as const).filter((level) => areaLevelsIn.safeParse({ [area]: level }).success);

/** The fixed roles, and one for each permission alone, with the next one that is thought of. */
const lesser = [
  ...(["manager", "support", "viewer"] as const).map((role) => ({
    name: role as string,
    role: role as typeof role | null,
    access: null as Record<string, AccessLevel> | null,
    permissions: permissionsOf({ role, ownRole: null }),
  })),
  ...permissionAreas.flatMap((area) =>
    levelsOf(area).map((level) => ({
      name: `${area}:${level} alone`,
      role: null,
      access: { [area]: level },
      permissions: permissionsIn({ [area]: level }),
    })),
  ),
];

const chosen = isLong ? everyReader(crawledPages) : pairwise(crawledPages, seed);
const views = chosen.map((view) => ({ view, title: titleOf(view) }));

describeInBrowser("C98: the crawl finds nothing wrong with", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([
      startBuiltShop("crawl", { ...unlimitedBuying, "interconnect.allowPrivateNetworks": "true" }),
      launchBrowser(),
    ]);
    const filled = await fillCrawledShop(browser, shop);
    places = filled.places;
    readers = new Readers(
      browser,
      shop.url,
      filled.sessions,
      views.map(({ view }) => view),
    );
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  describe.concurrent("the page", () => {
    it.each(views)("$title", async ({ view }) => {
      const faults = await visit(readers, shop.url, places, view);
      expect(faults, faults.join("\n")).toEqual([]);
    });
  });

  describe("what is offered to", () => {
    const addresses = crawledPages
      .filter(({ roles, status }) => roles.includes("owner") && !status)
      .filter((_, at) => isTurnOf(at, 3));

    let owner: StaffClient;
    let operations: Guarded[];
    beforeAll(async () => {
      owner = await StaffClient.enter(shop);
      operations = guardedIn(await owner.served("/openapi.json"));
    });

    it.each(lesser.filter((_, at) => isTurnOf(at, lesser.length)))(
      "$name: all that it may do, and nothing else",
      async ({ name, role, access, permissions }) => {
        const own = access
          ? await owner.call<{ id: number }>("POST", "/staff/roles", { name, areas: access })
          : null;
        const clerk = role
          ? await StaffClient.again(shop.url, `${role}@staff.example.com`)
          : await owner.hire(shop, `own:${own?.id ?? 0}`);
        const faults: string[] = [];
        for (const page of addresses)
          faults.push(
            ...(await compareOffers(addressIn(page, places), { owner, clerk, permissions, operations })),
          );
        expect(faults, faults.join("\n")).toEqual([]);
      },
    );
  });

  it.runIf(isLong)("except for what is known, all of which is still there", () => {
    expect(neverSeen()).toEqual([]);
  });
});
