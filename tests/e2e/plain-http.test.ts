import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anOffer } from "../support/builders/built-offers";
import { logInAtTheDoor, payButton } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { freePort } from "../support/harness/start-api-server";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let other: BuiltShop;
let browser: Browser;
/** The first shop under a name that no browser takes for its own machine. */
let named: string;

/** The browser says of one header that plain http does without it. */
const isOurs = (problem: string) => !problem.includes("Cross-Origin-Opener-Policy");

describeInBrowser("two shops on one host, opened on plain http", () => {
  beforeAll(async () => {
    const port = await freePort();
    named = `http://shop.test:${port}`;
    [shop, other, browser] = await Promise.all([
      startBuiltShop("named", { "server.port": String(port), "server.baseUrl": named }),
      startBuiltShop("neighbour", {}, { isNew: true }),
      launchBrowser("--host-resolver-rules=MAP shop.test 127.0.0.1"),
    ]);
    const [staff] = await Promise.all([StaffClient.enter(shop), StaffClient.enter(other)]);
    const sku = { price: "0.00", content: "Read me first." };
    await anOffer(staff, { slug: "a-gift", title: "A gift", kind: "text", sku });
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([shop?.stop(), other?.stop()]);
  });

  it("sell, and copy what was bought, to a browser that knows the shop by name only [C89, C196]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(named);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.goto(`${named}/products/paperglide-pro`);
    await page.getByLabel("E-mail address").fill("by-name@example.com");
    await (await payButton(guest)).click();
    await page.waitForURL(`${named}/test-gateway/pay/*`);

    await page.goto(`${named}/products/a-gift`);
    await page.getByLabel("E-mail address").fill("by-name@example.com");
    await page.getByRole("button", { name: "Get it now" }).click();
    await page.getByText("Read me first.").waitFor();
    const copy = page.getByRole("button", { name: /^Cop/ }).first();
    await copy.press("Enter");
    await page.getByText("Copied").first().waitFor();
    // Somebody without a mouse goes on from there.
    expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
    // No service worker, so nothing to read without a line is offered.
    expect(await page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("Read without a connection").count()).toBe(0);
    expect(guest.problems.filter(isOurs)).toEqual([]);
    await guest.leave();
  });

  it("copy a secret that is shown once, in its dialog [C89]", async () => {
    const clerk = await aVisitor(browser);
    const { page } = clerk;
    await logInAtTheDoor(clerk, named, shop.admin.email);
    await page.goto(`${named}/admin/sites`);
    await page.getByRole("button", { name: "Pair a site" }).first().click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Copied to");
    await page.getByRole("dialog").getByRole("button", { name: "Pair a site" }).click();
    const shown = page.getByRole("dialog", { name: "Pairing code" });
    const row = shown.locator("dd").last();
    const secret = await row.locator("code").textContent();
    await page.evaluate(() => {
      document.addEventListener("copy", ({ target }) => {
        document.body.dataset.copied = target instanceof HTMLTextAreaElement ? target.value : "nothing";
      });
    });
    await row.getByRole("button", { name: "Copy" }).click();
    await row.getByText("Copied").waitFor();
    expect(await page.evaluate(() => document.body.dataset.copied)).toBe(secret);
    expect(clerk.problems.filter(isOurs)).toEqual([]);
    await clerk.leave();
  });

  it("keep their staff logged in beside each other [C89]", async () => {
    const visitor = await aVisitor(browser);
    const { page } = visitor;
    const urls = [named, other.url.replace("localhost", "shop.test")] as const;
    for (const [at, url] of urls.entries())
      await logInAtTheDoor(visitor, url, (at === 0 ? shop : other).admin.email);
    for (const url of urls) {
      await page.goto(`${url}/admin/orders`);
      expect(new URL(page.url()).pathname).toBe("/admin/orders");
    }
    expect(visitor.problems.filter(isOurs)).toEqual([]);
    await visitor.leave();
  });
});
