import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillCrawledShop } from "../support/builders/crawled-shop";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { neverSeen } from "../support/harness/crawl/known";
import { crawledPages, type Places } from "../support/harness/crawl/pages";
import { Readers } from "../support/harness/crawl/readers";
import { everyReader, pairwise, titleOf } from "../support/harness/crawl/views";
import { visit } from "../support/harness/crawl/visit";
import { unlimitedBuying } from "../support/harness/http-buyer";
import { seed } from "../support/harness/seed";
import { isLong } from "../support/harness/tier";
import { launchBrowser } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let places: Places;
let readers: Readers;

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

  it.runIf(isLong)("except for what is known, all of which is still there", () => {
    expect(neverSeen()).toEqual([]);
  });
});
