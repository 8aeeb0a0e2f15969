import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anOffer } from "../support/builders/built-offers";
import { failToBuy, payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { isLong } from "../support/harness/tier";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let offer: { product_id: number; sku_id: number };

const email = "train@example.com";
const offline = "The shop cannot be reached. Check your connection and try again.";
const files = /\/_next\/static\/.*\.(js|css)(\?|$)/;

/** From now on each file is lost twice before it comes: a loader may ask once more by itself. @returns how often each was asked for */
async function loseFiles(page: Page, wanted: RegExp = files): Promise<Map<string, number>> {
  const asked = new Map<string, number>();
  await page.route(wanted, async (route) => {
    const { pathname } = new URL(route.request().url());
    const times = (asked.get(pathname) ?? 0) + 1;
    asked.set(pathname, times);
    await (times < 3 ? route.abort("connectionfailed") : route.continue());
  });
  return asked;
}

const formOf = (page: Page) => page.getByRole("form", { name: "Buy", exact: true });
const missing = (page: Page) => page.getByText("A part of this page has not arrived.");
const hasCome = (asked: Map<string, number>) => () => [...asked.values()].every((times) => times > 2);

/** Scripts and styles that the HTML of a page names. */
async function filesOf(path: string): Promise<string[]> {
  const html = await (await fetch(shop.url + path)).text();
  return [
    ...html.matchAll(/<(?:script src|link rel="stylesheet" href)="(\/_next\/[^"]+)"(?! noModule)/g),
  ].map(([, address = ""]) => address);
}

describeInBrowser("a purchase on a bad line", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("lost"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    const wholesale = [{ min_quantity: 2, percent: 5 }];
    const sku = { price: "10.00", content: "Read me first.", wholesale };
    const { productId, skuId } = await anOffer(staff, {
      slug: "prism-pack",
      title: "Prism pack",
      kind: "text",
      sku,
    });
    offer = { product_id: productId, sku_id: skuId };
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("can be begun when every script and style is lost at first, and says meanwhile what is missing [C90]", async ({
    skip,
  }) => {
    skip(!isTurnOf(0, 3));
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    const asked = await loseFiles(page);
    await page.goto(`${shop.url}/products/prism-pack`);
    await missing(page).waitFor();
    await payButton(guest);
    await expect.poll(() => page.getByRole("button", { name: /^Pay / }).isEnabled()).toBe(true);
    await missing(page).waitFor({ state: "hidden" });
    expect([...asked.keys()]).toEqual(expect.arrayContaining(await filesOf("/products/prism-pack")));
    await guest.leave();
  });

  it("can be begun when one of them is lost at first [C90]", async ({ skip }) => {
    skip(!isTurnOf(1, 3));
    const all = await filesOf("/products/prism-pack");
    expect(all.length).toBeGreaterThan(8);
    const loader = all.find((address) => address.includes("turbopack")) ?? "";
    for (const address of isLong ? all : [isTurnOf(0, 2) ? loader : (all.at(-1) ?? "")]) {
      const guest = await aVisitor(browser, phone);
      const asked = await loseFiles(guest.page, new RegExp(address.replaceAll(".", "\\.")));
      await guest.page.goto(`${shop.url}/products/prism-pack`);
      await payButton(guest);
      await expect
        .poll(() => guest.page.getByRole("button", { name: /^Pay / }).isEnabled(), { message: address })
        .toBe(true);
      expect(asked.size, address).toBe(1);
      await guest.leave();
    }
  });

  it("goes on when every script that comes later is lost at first [C90]", async ({ skip }) => {
    skip(!isTurnOf(2, 3));
    const guest = await aVisitor(browser);
    const { page } = guest;
    await page.goto(`${shop.url}/products/prism-pack`);
    const button = await payButton(guest);
    await page.waitForLoadState("networkidle");
    const asked = await loseFiles(page);
    await page.getByLabel("E-mail address").fill("train@gmial.com");
    await page.getByLabel("E-mail address").blur();
    await missing(page).waitFor();
    expect(await formOf(page).isVisible()).toBe(true);
    expect(await page.getByLabel("E-mail address").inputValue()).toBe("train@gmial.com");
    // It comes by itself a moment later.
    await page.getByRole("button", { name: "train@gmail.com" }).click();
    await page.getByRole("searchbox", { name: "Search products" }).first().fill("prism");
    await page.getByRole("list", { name: "Products that match" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "All products" }).first().click();
    await page.waitForURL("**/products");
    await page.getByRole("link", { name: "Prism pack" }).first().click();
    await page.waitForURL("**/products/prism-pack");
    await payButton(guest);
    await expect.poll(hasCome(asked)).toBe(true);
    expect(asked.size).toBeGreaterThanOrEqual(2);
    expect(await button.isVisible()).toBe(true);
    await guest.leave();
  });

  describe("the link of a mail", () => {
    /** An order by its link: one that was paid elsewhere, or one that waits for its payment. */
    async function linkOfOrder({ isPaid = true } = {}): Promise<string> {
      const placed = await fetch(`${shop.url}/api/v1/guest/orders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...offer, quantity: 1, email }),
      });
      const { data } = (await placed.json()) as { data: { order_no: string; guest_token: string } };
      if (isPaid)
        await staff.call("POST", `/orders/${data.order_no}/confirm-paid`, { note: "Paid at the counter" });
      return `${shop.url}/orders/${data.order_no}#t=${data.guest_token}`;
    }

    it("shows the goods before a script of the page has come [C217]", async () => {
      const { page, leave } = await aVisitor(browser, phone);
      await page.route(/\.js(\?|$)/, () => {});
      await page.goto(await linkOfOrder(), { waitUntil: "commit" });
      await page.getByText("Read me first.").waitFor();
      await leave();
    });

    it("shows them in a browser that keeps no cookies, where the page is asked for again once [C217]", async () => {
      const { page, leave } = await aVisitor(browser, phone);
      await page.route("**/open", (route) => route.fulfill({ status: 204 }));
      let asked = 0;
      page.on("request", (request) => {
        if (request.isNavigationRequest()) asked += 1;
      });
      await page.goto(await linkOfOrder());
      await page.getByText("Read me first.").waitFor();
      await page.waitForLoadState("networkidle");
      expect(asked).toBeLessThanOrEqual(2);
      await leave();
    });

    it("keeps what the server drew until the script of a part is there", async () => {
      const { page, leave } = await aVisitor(browser, phone);
      await page.addInitScript(() => {
        const isTimer = (node: Node) =>
          node instanceof Element && node.querySelector("[role=timer]") !== null;
        new MutationObserver((changes) => {
          for (const { removedNodes } of changes)
            if ([...removedNodes].some(isTimer)) performance.mark("timer-removed");
        }).observe(document, { subtree: true, childList: true });
      });
      await page.goto(await linkOfOrder({ isPaid: false }));
      const timer = page.getByRole("timer");
      const drawn = await timer.textContent();
      // Its script counts.
      await expect.poll(() => timer.textContent()).not.toBe(drawn);
      expect(await page.evaluate(() => performance.getEntriesByName("timer-removed").length)).toBe(0);
      await leave();
    });
  });

  it("does what was pressed before the scripts came, once [C209]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    let letIn = () => {};
    const gate = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route(/\.js(\?|$)/, (route) => gate.then(() => route.continue()));
    await page.goto(`${shop.url}/products/prism-pack`, { waitUntil: "commit" });
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.click();
    await more.click();
    expect(await page.getByLabel("Quantity").first().inputValue()).toBe("1");
    letIn();
    await expect.poll(() => page.getByLabel("Quantity").first().inputValue()).toBe("2");
    await more.click();
    await expect.poll(() => page.getByLabel("Quantity").first().inputValue()).toBe("3");
    await guest.leave();
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
    await page.getByRole("link", { name: /^Open the payment page/ }).click();
    await payAtGateway(guest);
    const { keys } = await readKeys(guest);
    await network(false);
    await page.getByRole("heading", { level: 1, name: "Your key" }).waitFor();
    expect(await page.locator("[aria-labelledby=keys] code").allTextContents()).toEqual(keys);
    await guest.leave();
  });

  it("says what is so when the form itself breaks, and brings it back with what was typed [C90]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/prism-pack?sku=PRISM-PACK`);
    const button = await payButton(guest);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: /^From 2: / }).click();
    await expect.poll(() => button.textContent()).toContain("19.00");
    await page.evaluate(() => {
      const { prototype } = Intl.NumberFormat;
      const format = Object.getOwnPropertyDescriptor(prototype, "format") ?? {};
      const configurable = true;
      Object.assign(window, { repair: () => Object.defineProperty(prototype, "format", format) });
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
    await page.evaluate(() => (window as unknown as { repair: () => void }).repair());
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.getByLabel("E-mail address").inputValue()).toBe(email);
    // As it stood before the press that broke.
    await expect.poll(() => page.getByLabel("Quantity").first().inputValue()).toBe("2");
    await expect.poll(() => button.textContent()).toContain("19.00");
    await guest.leave();
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
