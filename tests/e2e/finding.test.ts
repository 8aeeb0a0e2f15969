import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { disconnect } from "@/lib/db/client";
import { type FoundGood, manyGoods } from "../support/builders/many-goods";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { applyTestConfig } from "../support/harness/test-config";
import { launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let goods: FoundGood[];

const desk = { viewport: { width: 1280, height: 900 } };

async function inBrowser(
  options: Parameters<Browser["newContext"]>[0],
  visit: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: "en", ...options });
  try {
    await visit(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

const total = async (page: Page) =>
  Number(/\d+/.exec((await page.locator("main [role=status]").textContent()) ?? "")?.[0] ?? 0);
const parameters = (page: Page) => [...new URL(page.url()).searchParams].filter(([, value]) => value !== "");
/** Words of a choice, and the number beside it. */
const counted = async (choice: ReturnType<Page["locator"]>) =>
  Number(await choice.locator("span").last().textContent());

describeInBrowser("finding among hundreds", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("finding"), launchBrowser()]);
    applyTestConfig({ "database.url": shop.databaseUrl, dataDir: shop.dataDir });
    goods = await manyGoods();
  });

  afterAll(async () => {
    await browser?.close();
    await disconnect();
    await shop?.stop();
  });

  it("finds any of 500 goods on a phone in two taps and four letters, without script", async () => {
    await inBrowser({ ...phone, javaScriptEnabled: false }, async (page) => {
      for (const { title, branch, leaf } of goods.filter((_, at) => at % 10 === 7 && isTurnOf(at, 12))) {
        await page.goto(`${shop.url}/products`);
        const categories = page.getByRole("navigation", { name: "Categories" });
        await categories.getByRole("link", { name: branch }).tap();
        await categories.getByRole("link", { name: leaf }).tap();
        const search = page.getByRole("main").getByRole("searchbox");
        // Beginnings repeat: what is typed is what somebody remembers, the middle of a name.
        await search.fill(title.slice(3, 7));
        await search.press("Enter");
        await page.waitForURL(/search=/);
        await expect
          .poll(() => page.getByRole("link", { name: title, exact: true }).count(), { message: title })
          .toBe(1);
      }
    });
  });

  it("narrows a list on a phone without script, says by what, and takes each of it back [C212]", async () => {
    await inBrowser({ ...phone, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${shop.url}/products?category=play`);
      const before = await total(page);
      await page.getByRole("button", { name: "Filters" }).tap();
      const tag = page.locator("label.choice", { hasText: "Subscription" });
      const windows = page.locator("label.choice", { hasText: "Windows" });
      const count = await counted(windows);
      await windows.locator("input").check();
      await page.getByRole("button", { name: "Show products" }).tap();
      await page.waitForURL(/attribute=/);
      expect(await total(page)).toBe(count);
      expect(parameters(page)).toEqual([
        ["category", "play"],
        ["attribute", "platform:Windows"],
      ]);

      await page.getByRole("button", { name: /Filters/ }).tap();
      expect(await windows.locator("input").isChecked()).toBe(true);
      const both = await counted(tag);
      await tag.locator("input").check();
      await page.getByRole("button", { name: "Show products" }).tap();
      await page.waitForURL(/tag=/);
      expect(await total(page)).toBe(both);
      const chosen = page.getByRole("list", { name: "Chosen filters" });
      expect(await chosen.getByRole("listitem").count()).toBe(3);

      await chosen.getByRole("link", { name: /Subscription/ }).tap();
      await expect.poll(() => total(page)).toBe(count);
      await page.goBack();
      await expect.poll(() => total(page)).toBe(both);
      await chosen.getByRole("link", { name: "Clear all" }).tap();
      await expect.poll(() => total(page)).toBe(before);
      expect(parameters(page)).toEqual([["category", "play"]]);
    });
  });

  it("shows on a desk the present branch, counts that are what a click gives, and the same list again after Back [C212]", async () => {
    await inBrowser(desk, async (page) => {
      await page.goto(`${shop.url}/products?tag=Gift`);
      const categories = page.getByRole("navigation", { name: "Categories" });
      expect(await categories.getByRole("link", { name: "Together" }).count()).toBe(0);
      const play = categories.getByRole("link", { name: "Play" });
      const count = await counted(play);
      await play.click();
      await page.waitForURL(/category=play/);
      await expect.poll(() => total(page)).toBe(count);
      expect(await categories.getByRole("link", { name: "Together" }).count()).toBe(1);

      const range = page.locator("a.choice", { hasText: /\$\d+\.\d\d to \$\d/ }).first();
      const atPrice = await counted(range);
      await range.click();
      await page.waitForURL(/price_min/);
      await expect.poll(() => total(page)).toBe(atPrice);
      await page.locator("label.choice", { hasText: "In stock" }).locator("input").check();
      await page.getByRole("button", { name: "Show products" }).click();
      await page.waitForURL(/in_stock=true/);
      const narrowed = await total(page);
      expect(narrowed).toBeLessThanOrEqual(atPrice);

      await page.goBack();
      await expect.poll(() => total(page)).toBe(atPrice);
      await page.reload();
      expect(await page.locator("label.choice", { hasText: "In stock" }).locator("input").isChecked()).toBe(
        false,
      );
      await page.goForward().catch(() => null);
    });
  });

  it("helps where nothing is left, and keeps such lists out of search engines", async () => {
    const address = `${shop.url}/products?category=play&tag=Nothing&in_stock=true&price_min=9000`;
    await inBrowser(desk, async (page) => {
      await page.goto(address);
      expect(await page.getByText("No product has all of these").count()).toBe(1);
      const robots = await page.locator("meta[name=robots]").getAttribute("content");
      expect(robots).toContain("noindex");
      const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
      expect(new URL(canonical ?? "").search).toBe("?category=play");
      await page.getByRole("main").locator("[data-empty]").getByRole("link", { name: "Clear all" }).click();
      await expect.poll(() => total(page)).toBeGreaterThan(100);
    });
  });
});
