import { afterAll, beforeAll, expect, it } from "vitest";
import { locales } from "@/messages/locales";
import { describeInBrowser } from "../support/browser";
import { type BuiltShop, startBuiltShop } from "../support/built-shop";
import { englishSentences, foreignWords, kindOfPath, linksOf } from "../support/page-words";
import { StaffClient } from "../support/staff-client";

let shop: BuiltShop;
let staff: StaffClient;

/** Files, and what a reader leaves by. */
const isPage = (path: string) => !/^\/(api|media|sample|_next)\/|\.(txt|xml|png|svg|ico)$/.test(path);

describeInBrowser("the words on the pages of shop and admin", () => {
  beforeAll(async () => {
    shop = await startBuiltShop("words");
    staff = await StaffClient.enter(shop);
    const main = {
      name: "Main site",
      base_url: "https://main.example.com",
      key: "site_0123456789",
      secret: "a-secret-of-it",
    };
    await staff.call("POST", "/interconnect/sites", { name: "Agent shop" });
    await staff.call("POST", "/interconnect/connections", main);
    await staff.call("POST", "/gift-cards", { name: "Launch", amount: "10", quantity: 2 });
    const guest = { items: [{ product_id: 1, quantity: 1 }], email: "ada@example.com" };
    await fetch(`${shop.url}/api/v1/guest/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(guest),
    });
  });

  afterAll(() => shop?.stop());

  it.each(locales)("are neither source, codes nor another language's sentences in %s", async (locale) => {
    const english = englishSentences();
    const seen = new Set<string>();
    const waiting = ["/", "/admin"];
    const faults: Record<string, string[]> = {};
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const kind = kindOfPath(path);
      if (seen.has(kind) || !isPage(path)) continue;
      seen.add(kind);
      const page = await staff.page(path, locale);
      if (page === null) continue;
      if (page.status !== 200) faults[path] = [`answers ${page.status}`];
      const words = foreignWords(page.html, locale, english);
      if (words.length > 0) faults[path] = words;
      waiting.push(...linksOf(page.html));
    }
    expect(faults).toEqual({});
    expect([...seen].filter((kind) => kind.startsWith("/admin")).length).toBeGreaterThan(30);
    expect([...seen].filter((kind) => !kind.startsWith("/admin")).length).toBeGreaterThan(9);
  });
});
