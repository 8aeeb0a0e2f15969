import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anOffer } from "../support/builders/built-offers";
import { failToBuy, payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;

const email = "train@example.com";
const offline = "The shop cannot be reached. Check your connection and try again.";

/** From now on each script is lost twice before it comes: the loader itself asks once more. @returns the lost ones */
async function loseScripts(page: Page): Promise<Map<string, number>> {
  const lost = new Map<string, number>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    const url = route.request().url();
    const times = lost.get(url) ?? 0;
    lost.set(url, times + 1);
    await (times < 2 ? route.abort("connectionfailed") : route.continue());
  });
  return lost;
}

const formOf = (page: Page) => page.getByRole("form", { name: "Buy", exact: true });

describeInBrowser("a purchase on a bad line", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("lost"), launchBrowser()]);
    const staff = await StaffClient.enter(shop);
    const wholesale = [{ min_quantity: 2, percent: 5 }];
    const sku = { price: "10.00", content: "Read me first.", wholesale };
    await anOffer(staff, { slug: "prism-pack", title: "Prism pack", kind: "text", sku });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("goes on when every script that comes later is lost at first [C90]", async () => {
    const { page, leave } = await aVisitor(browser);
    await page.goto(`${shop.url}/products/prism-pack`);
    const button = await payButton({ page, leave, problems: [] });
    await page.waitForLoadState("networkidle");
    const lost = await loseScripts(page);
    await page.getByLabel("E-mail address").fill("train@gmial.com");
    await page.getByLabel("E-mail address").blur();
    await expect.poll(() => [...lost.values()].filter((times) => times > 1).length).toBeGreaterThan(0);
    expect(await formOf(page).isVisible()).toBe(true);
    expect(await page.getByLabel("E-mail address").inputValue()).toBe("train@gmial.com");
    // It comes by itself a moment later.
    await page.getByRole("button", { name: "train@gmail.com" }).click();
    await page.getByRole("searchbox", { name: "Search products" }).first().fill("prism");
    await page.getByRole("list", { name: "Products that match" }).waitFor();
    await page.keyboard.press("Escape");
    await button.click();
    await page.getByRole("button", { name: "Let it fail" }).click();
    await page.waitForURL(/\/pay\//);
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.getByText("This could not be loaded. We keep trying").waitFor();
    await page.getByRole("alertdialog").waitFor();
    expect([...lost.values()].filter((times) => times > 2).length).toBeGreaterThanOrEqual(3);
    await leave();
  });

  it("says at the button that there is no network, at each step, and goes on where it stood [C90]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    const network = (isOn: boolean) => page.context().setOffline(!isOn);
    await page.goto(`${shop.url}/products/paperglide-pro`);
    const button = await payButton(guest);
    await network(false);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("E-mail address").blur();
    await button.click();
    await formOf(page).getByText(offline).waitFor();
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(email);
    await network(true);
    await button.click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    await page.goBack();
    await page.waitForURL(/\/pay\//);
    await page.getByText("You left the payment page").waitFor();
    await page.getByRole("button", { name: /^Pay / }).click();
    await payAtGateway(guest);
    const { keys } = await readKeys(guest);
    await network(false);
    await page.getByRole("heading", { level: 1, name: "Your key" }).waitFor();
    expect(await page.locator("[aria-labelledby=keys] code").allTextContents()).toEqual(keys);
    await guest.leave();
  });

  it("says what is so when the form itself breaks, and brings it back with what was typed [C90]", async () => {
    const { page, leave, problems } = await aVisitor(browser, phone);
    await page.goto(`${shop.url}/products/prism-pack?sku=PRISM-PACK`);
    const button = await payButton({ page, leave, problems });
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: /^From 2: / }).click();
    await expect.poll(() => button.textContent()).toContain("19.00");
    await page.evaluate(() => {
      const { prototype } = Intl.NumberFormat;
      const format = Object.getOwnPropertyDescriptor(prototype, "format") ?? {};
      const configurable = true;
      Object.assign(window, { mend: () => Object.defineProperty(prototype, "format", format) });
      Object.defineProperty(prototype, "format", {
        configurable,
        get: () => {
          throw new Error("broken for the test");
        },
      });
    });
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "You are offline" }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name: "This page could not be loaded" }).waitFor();
    expect(await page.getByRole("alert").first().textContent()).not.toContain("number below");
    await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.getByLabel("E-mail address").inputValue()).toBe(email);
    await expect.poll(() => button.textContent()).toContain("28.50");
    await leave();
  });

  it("keeps an order that failed to be paid open for another try on a line that comes back", async () => {
    const guest = await aVisitor(browser, phone);
    await failToBuy(guest, { url: shop.url, slug: "prism-pack", email });
    await guest.page.context().setOffline(true);
    await guest.page.getByRole("button", { name: /^Pay / }).click();
    await guest.page.getByText(offline).first().waitFor();
    await guest.page.context().setOffline(false);
    await guest.page.getByRole("button", { name: /^Pay / }).click();
    await payAtGateway(guest);
    await guest.page.getByText("Read me first.").waitFor();
    await guest.leave();
  });
});
