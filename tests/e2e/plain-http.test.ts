import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyAsGuest, logInAsStaff } from "../support/builders/shop-steps";
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

describeInBrowser("two shops on one host, opened on plain http", () => {
  beforeAll(async () => {
    const port = await freePort();
    named = `http://shop.test:${port}`;
    [shop, other, browser] = await Promise.all([
      startBuiltShop("named", { "server.port": String(port), "server.baseUrl": named }),
      startBuiltShop("neighbour"),
      launchBrowser("--host-resolver-rules=MAP shop.test 127.0.0.1"),
    ]);
    await Promise.all([StaffClient.enter(shop), StaffClient.enter(other)]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([shop?.stop(), other?.stop()]);
  });

  it("sell, and copy what was bought, to a browser that knows the shop by name only [C89]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(named);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    const { keys } = await buyAsGuest(guest, {
      url: named,
      slug: "paperglide-pro",
      email: "by-name@example.com",
    });
    expect(keys).toHaveLength(1);
    await page.locator("[aria-labelledby=keys]").getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).first().waitFor();
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("keep their staff logged in beside each other [C89]", async () => {
    const visitor = await aVisitor(browser);
    const { page } = visitor;
    const urls = [named, other.url.replace("localhost", "shop.test")] as const;
    for (const [at, url] of urls.entries())
      await logInAsStaff(visitor, url, (at === 0 ? shop : other).admin.email);
    for (const url of urls) {
      await page.goto(`${url}/admin/orders`);
      expect(new URL(page.url()).pathname).toBe("/admin/orders");
    }
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });
});
