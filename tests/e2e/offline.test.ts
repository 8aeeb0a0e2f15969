import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyAsGuest, payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;

const withWorker = { serviceWorkers: "allow" } as const;
const slug = "paperglide-pro";
const email = "tunnel@example.com";
const keep = "Keep them in this browser";
const forget = "Forget all kept goods";
const away = { name: "You are offline", level: 1 } as const;

const setLine = (page: Page, isThere: boolean) => page.context().setOffline(!isThere);

/** All that the caches of this browser hold, by address. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const all: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        all[new URL(request.url).pathname] = (await answer?.text()) ?? "";
      }
    }
    return all;
  });

/** Waits until the browser could go without a line. */
const isReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

async function buy(visitor: Visitor) {
  const bought = await buyAsGuest(visitor, { url: shop.url, slug, email });
  expect(bought.keys.length).toBeGreaterThan(0);
  return { ...bought, key: bought.keys[0] ?? "" };
}

describeInBrowser("a browser without a line", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("offline"), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("shows the goods that its buyer had it keep, on every page of the shop, and none after a press [C196]", async ({
    skip,
  }) => {
    skip(!isTurnOf(0, 2));
    const guest = await aVisitor(browser, { ...phone, ...withWorker });
    const { page } = guest;
    const { orderNo, key } = await buy(guest);
    await page.getByRole("button", { name: keep }).click();
    await page.getByRole("button", { name: forget }).waitFor();
    await isReady(page);
    // An admin page, an answer of the API: asked for while the worker is there, and kept nowhere.
    await page.goto(`${shop.url}/admin/login`);
    await page.goto(`${shop.url}/api/v1/public/products`);
    await page.goto(`${shop.url}/lookup`);
    await page.getByText("The goods of one order are kept in this browser").waitFor();
    const inCache = await cached(page);
    expect(Object.keys(inCache)).toEqual(["/offline"]);
    expect(Object.values(inCache).join()).not.toContain(key);
    expect(Object.values(inCache).join()).not.toContain(orderNo);

    await setLine(page, false);
    for (const path of ["/", `/orders/${orderNo}`, "/products/tidemill", "/lookup"]) {
      await page.goto(shop.url + path);
      await page.getByRole("heading", away).waitFor();
      expect(await page.locator("code").allTextContents(), path).toEqual([key]);
    }
    // In a tab of its own: the browser goes to its error page a moment after it has said so.
    const tab = await page.context().newPage();
    await expect(tab.goto(`${shop.url}/admin`)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
    await tab.close();
    await page.goto(`${shop.url}/orders/K0000000`);
    await page.getByText("The goods of order K0000000 are not kept in this browser.").waitFor();
    await page.getByRole("button", { name: forget }).click();
    await page.getByText("This browser has forgotten them.").waitFor();
    await page.goto(`${shop.url}/`);
    await page.getByRole("heading", away).waitFor();
    expect(await page.locator("code").count()).toBe(0);
    expect(await page.getByRole("link", { name: /Paperglide/ }).getAttribute("href")).toBe(
      `/orders/${orderNo}`,
    );
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
    await setLine(page, true);
    await page.getByRole("link", { name: /Paperglide/ }).click();
    await page.getByText(key).first().waitFor();
    await guest.leave();
  });

  it("keeps no goods that nobody had it keep, and has nothing at all before a purchase [C196]", async ({
    skip,
  }) => {
    skip(!isTurnOf(1, 2));
    const guest = await aVisitor(browser, withWorker);
    const { page } = guest;
    await page.goto(shop.url);
    await page.waitForTimeout(3000);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    const { orderNo, key } = await buy(guest);
    await isReady(page);
    await setLine(page, false);
    await page.goto(shop.url);
    await page.getByText(orderNo).waitFor();
    expect(await page.locator("code").count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
    await guest.leave();
  });

  it("has the page as the shop draws it now, in the reader's language [C196]", async ({ skip }) => {
    skip(!isTurnOf(2, 2));
    const guest = await aVisitor(browser, withWorker);
    const { page } = guest;
    await buy(guest);
    await isReady(page);
    const staff = await StaffClient.enter(shop);
    await staff.call("PATCH", "/settings", { site_name: "Tunnel Keys" });
    await page.context().addCookies([{ name: "locale", value: "zh", url: shop.url }]);
    await page.goto(shop.url);
    await expect
      .poll(async () => Object.values(await cached(page)).join(), { timeout: 15_000 })
      .toContain("Tunnel Keys");
    await setLine(page, false);
    await page.goto(shop.url);
    await page.getByRole("heading", { name: "网络已断开", level: 1 }).waitFor();
    await guest.leave();
  });

  it("forgets the goods of an account when it logs out, and when its session is over [C196]", async ({
    skip,
  }) => {
    skip(!isTurnOf(3, 2));
    const staff = await StaffClient.enter(shop);
    const member = await aVisitor(browser, withWorker);
    const { page } = member;
    const own = "metro@example.com";
    await page.goto(`${shop.url}/register`);
    await page.getByLabel("E-mail address").fill(own);
    await page.getByText("This shop does not send e‑mail").waitFor();
    await page.getByRole("button", { name: "Make a code" }).click();
    const { text } = await staff.mail(own, "code");
    await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
    await page.getByLabel("Password", { exact: true }).fill("a long password");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/account/orders");
    await page.goto(`${shop.url}/products/${slug}`);
    await (await payButton(member)).click();
    await payAtGateway(member);
    const { orderNo, keys } = await readKeys(member);
    const stored = () => page.evaluate(() => JSON.stringify(localStorage));
    await page.getByRole("button", { name: keep }).click();
    await page.getByRole("button", { name: forget }).waitFor();
    await isReady(page);
    expect(await stored()).toContain(keys[0]);
    await setLine(page, false);
    await page.goto(`${shop.url}/account/orders`);
    await page.getByRole("heading", away).waitFor();
    expect(await page.locator("code").allTextContents()).toEqual(keys);
    await setLine(page, true);

    await page.context().clearCookies();
    await page.goto(shop.url);
    await expect.poll(stored, { timeout: 15_000 }).not.toContain(keys[0]);

    await page.goto(`${shop.url}/login?next=/account/orders/${orderNo}`);
    await page.getByLabel("E-mail address").fill(own);
    await page.getByLabel("Password", { exact: true }).fill("a long password");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("button", { name: keep }).click();
    await page.getByRole("button", { name: forget }).waitFor();
    expect(await stored()).toContain(keys[0]);
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${shop.url}/`);
    expect(await stored()).not.toContain(keys[0]);
    await member.leave();
  });
});
