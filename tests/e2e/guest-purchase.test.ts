import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyAsGuest, logInAsStaff, payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { serveExample } from "../support/harness/example-storefront";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, holdRequests, launchBrowser, phone, watch } from "../support/harness/visitor";

const email = "walk-in@example.com";
let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let bought: { orderNo: string; keys: string[] };

describeInBrowser("a guest in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("guest"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("walks on a phone from the home page through the test gateway to the key", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(shop.url);
    await page.getByRole("link", { name: "Paperglide Pro" }).first().click();
    await page.waitForURL("**/products/paperglide-pro");

    const button = await payButton(guest);
    await page.locator("label").filter({ hasText: "Household, 1 year" }).click();
    await expect.poll(() => button.textContent()).toContain("49.00");
    await page.getByLabel("E-mail address").fill(email);
    await button.click();

    await page.waitForURL(/\/test-gateway\/pay\//);
    expect(await page.locator("body").textContent()).toContain("No money moves here");
    await payAtGateway(guest);
    bought = await readKeys(guest);

    expect(bought.keys).toEqual([expect.stringMatching(/^KS(-[0-9A-Z]{4}){4}$/)]);
    expect(guest.problems).toEqual([]);
    const key = await page.locator("[aria-labelledby=keys] code").boundingBox();
    const others = await page.getByRole("heading", { level: 2 }).all();
    for (const other of others) expect((await other.boundingBox())?.y).toBeGreaterThan(key?.y ?? 0);
    expect((key?.y ?? 0) + (key?.height ?? 0)).toBeLessThan(phone.viewport?.height ?? 0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    // The browser remembers what it bought, by what it is and not by its number alone.
    await page.goto(`${shop.url}/lookup`);
    const known = page.locator("main").getByRole("listitem").filter({ hasText: bought.orderNo });
    await expect.poll(() => known.textContent()).toMatch(/Paperglide Pro[\s\S]*49\.00/);
    await guest.leave();
  });

  it("buys a key from a page of another origin, which uses the TypeScript client [C122]", async () => {
    const example = await serveExample();
    const context = await browser.newContext(phone);
    const problems: string[] = [];
    const page = await context.newPage();
    watch(page, problems);
    await page.goto(`${example.url}/?shop=${encodeURIComponent(shop.url)}`);
    await page.getByLabel("Product").selectOption({ label: "Paperglide Pro, Household, 1 year: 49.00 USD" });
    await page.getByLabel("E-mail address").fill("elsewhere@example.com");
    await page.getByRole("button", { name: "Order" }).click();
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Pay" }).click();
    await (await opened).getByRole("button", { name: "Pay, as a test" }).click();
    await page.getByRole("heading", { name: "Your keys" }).waitFor();
    expect(await page.locator("code").allTextContents()).toEqual([
      expect.stringMatching(/^KS(-[0-9A-Z]{4}){4}$/),
    ]);
    // A reload asks again by the token that the page kept.
    await page.reload();
    await page.getByRole("heading", { name: "Your keys" }).waitFor();
    expect(problems.filter((problem) => !problem.startsWith("policy:"))).toEqual([]);
    await context.close();
    await example.stop();
  });

  it("sees the new price when it changed at the press of the button, and buys only at it", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/paperglide-pro`);
    const button = await payButton(guest);
    await page.getByLabel("E-mail address").fill("quick@example.com");
    const prices = await holdRequests(page, "**/preview");
    await page.locator("label").filter({ hasText: "Household, 1 year" }).click();
    expect(await button.textContent()).not.toContain("49.00");
    await button.click();
    prices.release();
    await page.getByText("The price is now $49.00. Press again if you agree.").waitFor();
    await button.click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("is led to the field that was refused, in their own language", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.context().addCookies([{ name: "locale", value: "zh", url: shop.url }]);
    await page.goto(`${shop.url}/products/paperglide-pro`);
    const field = page.locator("#buy input[name=email]");
    for (const [typed, sentence] of [
      ["", "请填写邮箱地址，"],
      ["buyer@shop..example", "请填写有效的邮箱地址"],
    ] as const) {
      await field.fill(typed);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole("button", { name: /^支付/ }).click();
      await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "email");
      const box = await field.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect(box?.y).toBeLessThan((phone.viewport?.height ?? 0) - 100);
      expect(await page.locator("#buy").textContent()).toContain(sentence);
    }
    await guest.leave();
  });

  it("may choose and type before the page's script has come", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    const scripts = await holdRequests(page, "**/*.js");
    await page.goto(`${shop.url}/products/paperglide-pro`, { waitUntil: "commit" });
    await page.locator("label").filter({ hasText: "Household, 1 year" }).click();
    await page.getByLabel("E-mail address").fill("early@example.com");
    scripts.release();
    const button = page.getByRole("button", { name: /^Pay .*49\.00/ });
    await button.click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    expect(await page.locator("body").textContent()).toContain("49.00");
    // Back is to the page that waits for this payment, not to a form that would order again.
    await page.goBack();
    await page.waitForURL(/\/pay\//);
    await page.getByText("You left the payment page").waitFor();
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("got a key that lay in the sample stock, and nobody else can get it", async () => {
    const skuId = await staff.skuId("PGP-1Y3");
    const { secret } = await staff.call<{
      secret: { status: string; order_no: string; batch_id: number };
    }>("POST", `/stock/skus/${skuId}/find`, { content: bought.keys[0] });
    expect(secret).toMatchObject({ status: "sold", order_no: bought.orderNo });
    expect(secret.batch_id).toBeGreaterThan(0);
  });

  it("is sent the key by a mail that staff can read in the outbox", async () => {
    const clerk = await aVisitor(browser);
    const { page } = clerk;
    await logInAsStaff(clerk, shop.url, shop.admin.email);
    await page.goto(`${shop.url}/admin/mails?search=${encodeURIComponent(email)}`);
    const row = page.getByRole("row").filter({ hasText: email });
    expect(await row.textContent()).toContain("Kept here");
    await row.getByRole("button", { name: "Read" }).click();
    await page.getByRole("tab", { name: "Plain text" }).click();
    const text = await page.getByRole("tabpanel").textContent();
    expect(text).toContain(bought.keys[0]);
    expect(text).toContain(bought.orderNo);
    expect(clerk.problems).toEqual([]);
    await clerk.leave();
  });

  it("is shown nothing of the order in another browser without the link", async () => {
    const stranger = await aVisitor(browser, phone);
    await stranger.page.goto(`${shop.url}/orders/${bought.orderNo}`);
    await stranger.page.getByRole("heading", { name: "We cannot show this order here" }).waitFor();
    expect(await stranger.page.content()).not.toContain(bought.keys[0]);
    await stranger.leave();
  });

  it("recovers the order in another browser by the link in a fresh mail", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(shop.url);
    await page.getByRole("link", { name: "Find my order" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Find my order" }).waitFor();
    // Without a mail server the page promises no link; what was asked for is in the outbox, for staff to hand on.
    await page.getByText("This shop does not send e‑mail").waitFor();
    expect(await page.getByRole("button", { name: "Send me the link" }).count()).toBe(0);
    await fetch(`${shop.url}/api/v1/guest/orders/recover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });

    const mail = await staff.mail(email, "guest_recovery");
    const link = /http:\S+\/orders\/\S+/.exec(mail.text)?.[0] ?? "";
    expect(link).toContain(bought.orderNo);
    await page.goto(link);
    expect(await readKeys(guest)).toEqual(bought);
    // The keys may be drawn by the server, before the script that takes the token.
    await expect.poll(() => page.url()).not.toContain("#");

    // Without the cookie the page is drawn a second time for a browser that knows the order: the token does not come back then.
    await page.context().clearCookies();
    await page.goto("about:blank");
    await page.addInitScript(() => {
      const replace = History.prototype.replaceState;
      History.prototype.replaceState = function (...change) {
        replace.apply(this, change);
        performance.mark(`address:${location.hash}`);
      };
    });
    await page.goto(link);
    expect(await readKeys(guest)).toEqual(bought);
    // The server alone draws the picture.
    await page.locator("[aria-labelledby=summary] :is(img, .key-cover)").waitFor();
    const hashes = await page.evaluate(() =>
      performance.getEntriesByType("mark").flatMap(({ name }) => name.split("address:").slice(1)),
    );
    expect(hashes).toContain("");
    expect(hashes.slice(hashes.indexOf("")).join("")).toBe("");
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("finds their address in the next purchase and in the cart, until they or their last order are forgotten [C216]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    const address = "again@example.com";
    const field = page.getByLabel("E-mail address");
    const first = await buyAsGuest(guest, { url: shop.url, slug: "tidemill", email: address });
    await page.goto(`${shop.url}/products/lanternfall`);
    await expect.poll(() => field.inputValue()).toBe(address);
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("status").getByRole("link", { name: /cart/i }).first().waitFor();
    // Somebody who stood in the field before the script came writes into an empty one.
    const scripts = await holdRequests(page, "**/*.js*");
    await page.goto(`${shop.url}/products/lanternfall`, { waitUntil: "commit" });
    await field.focus();
    scripts.release();
    await payButton(guest);
    await page.keyboard.type("somebody@else.example");
    expect(await field.inputValue()).toBe("somebody@else.example");
    await page.unrouteAll({ behavior: "wait" });
    await page.goto(`${shop.url}/cart`);
    await expect.poll(() => field.inputValue()).toBe(address);
    await page.getByRole("button", { name: "Forget this address" }).click();
    expect(await field.inputValue()).toBe("");
    await page.goto(`${shop.url}/products/lanternfall`);
    await payButton(guest);
    expect(await field.inputValue()).toBe("");

    const second = await buyAsGuest(guest, { url: shop.url, slug: "lanternfall", email: address });
    await page.goto(`${shop.url}/lookup`);
    for (const { orderNo } of [first, second]) {
      expect(await page.evaluate(() => localStorage.getItem("keyshelf.email"))).toBe(address);
      await page.getByRole("button", { name: `Remove from this list: ${orderNo}` }).click();
      await page.getByRole("link", { name: new RegExp(orderNo) }).waitFor({ state: "detached" });
    }
    expect(await page.evaluate(() => localStorage.getItem("keyshelf.email"))).toBeNull();
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });
});
