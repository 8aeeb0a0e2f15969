import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { locales } from "@/messages/locales";
import {
  aGuestWithOrders,
  aMember,
  browserReader,
  fillAdmin,
  type Reader,
} from "../support/builders/crawled-shop";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { unlimitedBuying } from "../support/harness/http-buyer";
import { crawl, englishSentences, foreignWords } from "../support/harness/page-words";
import { StaffClient } from "../support/harness/staff-client";
import { launchBrowser } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let guest: Reader;
let member: Reader;

const doors = ["/", "/login", "/register", "/forgot", "/lookup", "/products", "/stock-notices"];

describeInBrowser("the words on the pages of shop and admin", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("words", unlimitedBuying), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    await fillAdmin(staff);
    guest = await aGuestWithOrders(browser, shop, staff);
    member = await aMember(browser, shop, staff);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it.each(locales)(
    "are neither source, codes nor another language's sentences to staff in %s",
    async (locale) => {
      const { kinds, faults } = await crawl(["/admin"], locale, (path) => staff.page(path, locale));
      expect(faults).toEqual({});
      expect(kinds.filter((kind) => kind.startsWith("/admin")).length).toBeGreaterThan(40);
    },
  );

  it.each(locales)(
    "are neither source, codes nor another language's sentences to a guest in %s",
    async (locale) => {
      const read = await browserReader(guest, shop, locale);
      const { kinds, faults } = await crawl([...doors, ...guest.starts], locale, read);
      expect(faults).toEqual({});
      expect(kinds).toEqual(
        expect.arrayContaining([
          ...doors,
          "/products/:x",
          "/orders/:x",
          "/orders/:x/receipt",
          "/orders/:x/renew",
          "/pay/:x",
          "/test-gateway/pay/:x",
        ]),
      );
    },
  );

  it.each(locales)(
    "are neither source, codes nor another language's sentences to a member in %s",
    async (locale) => {
      const read = await browserReader(member, shop, locale);
      const { kinds, faults } = await crawl(member.starts, locale, read);
      expect(faults).toEqual({});
      expect(kinds).toEqual(
        expect.arrayContaining([
          "/account/orders",
          "/account/orders/:x",
          "/account/profile",
          "/account/security",
          "/account/wallet",
          "/account/wallet/recharge/:x",
        ]),
      );
    },
  );

  it("are words also where there is no such page", async () => {
    for (const locale of locales) {
      const page = await staff.page("/no-such-page", locale);
      expect(page?.status).toBe(404);
      expect(foreignWords(page?.html ?? "", locale, englishSentences())).toEqual([]);
    }
  });
});
