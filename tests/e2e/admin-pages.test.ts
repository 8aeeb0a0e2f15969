import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logInAsStaff, openPaidOrder } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let clerk: Visitor;
let page: Page;

const go = (path: string) => page.goto(`${shop.url}${path}`);
const leaveDialog = () => page.getByRole("alertdialog", { name: "Leave without saving?" });

describeInBrowser("the pages of the admin", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("admin_pages"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    const guest = await aVisitor(browser, phone);
    for (const email of ["first@example.com", "second@example.com"])
      await openPaidOrder(guest, shop, staff, { slug: "tidemill", email });
    await guest.leave();
    clerk = await aVisitor(browser);
    page = clerk.page;
    await logInAsStaff(clerk, shop.url, shop.admin.email);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("ask before a link, Back or the palette loses what was typed, and forget it after Discard", async () => {
    await go("/admin/orders");
    await page.getByRole("link", { name: "Settings", exact: true }).first().click();
    await page.waitForURL("**/admin/settings");
    const name = page.getByLabel("Name of the shop");
    await name.fill("Never saved");
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await leaveDialog().getByRole("button", { name: "Stay here" }).click();
    expect(new URL(page.url()).pathname).toBe("/admin/settings");
    expect(await name.inputValue()).toBe("Never saved");

    await page.evaluate(() => history.back());
    await leaveDialog().getByRole("button", { name: "Stay here" }).click();
    expect(new URL(page.url()).pathname).toBe("/admin/settings");

    await page.locator("body").press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Coupons");
    await page.keyboard.press("Enter");
    await leaveDialog().getByRole("button", { name: "Stay here" }).click();

    await page.getByRole("button", { name: "Discard" }).click();
    expect(await name.inputValue()).not.toBe("Never saved");
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await page.waitForURL("**/admin/orders");

    await go("/admin/settings");
    await page.getByLabel("Name of the shop").fill("Never saved");
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await leaveDialog().getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL("**/admin/orders");
    expect(clerk.problems).toEqual([]);
  });

  it("find an order and a key from the palette, and open what was found", async () => {
    await go("/admin/orders");
    const row = page.locator("main tbody tr").first();
    const number = ((await row.locator("a").first().textContent()) ?? "").trim();
    await page.locator("body").press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(number.slice(0, 9));
    await page.getByRole("option", { name: number }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/orders/${number}`);
    await page.getByRole("heading", { level: 1, name: number }).waitFor();

    // The empty box offers what was opened, before everything else.
    await page.getByRole("link", { name: "Coupons", exact: true }).first().click();
    await page.waitForURL("**/admin/coupons");
    await page.locator("body").press("Control+k");
    const first = page.getByRole("group", { name: "Recently opened" }).getByRole("option").first();
    await first.waitFor();
    expect(await first.textContent()).toBe(`${number}Orders`);
    const plusses = page.getByRole("option").filter({ has: page.locator(".lucide-plus") });
    expect(await plusses.allTextContents()).toEqual(["New product", "Write a post"]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/orders/${number}`);
    expect(clerk.problems).toEqual([]);
  });

  it("lead from order to order in a filtered list and back to it, and keep its filters under a name", async () => {
    await go("/admin/orders?buyer=guest&sort=oldest");
    const links = page.locator('main tbody td a[href*="/admin/orders/"]');
    // The rows come after the frame of the page.
    await links.nth(1).waitFor();
    const [first = "", second = ""] = (await links.allTextContents()).map((text) => text.trim());
    await links.first().click();
    await page.waitForURL(`**/admin/orders/${first}?list=**`);
    await page.getByRole("link", { name: "Next order" }).click();
    await page.waitForURL(`**/admin/orders/${second}?list=**`);
    await page.getByRole("link", { name: "Previous order" }).click();
    await page.waitForURL(`**/admin/orders/${first}?list=**`);
    await page.locator("main header").getByRole("link", { name: "Orders" }).click();
    await page.waitForURL("**/admin/orders?buyer=guest&sort=oldest");

    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Guests");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    const views = page.getByRole("navigation", { name: "Saved views" });
    await views.getByRole("link", { name: "Guests" }).waitFor();
    await go("/admin/orders");
    await views.getByRole("link", { name: "Guests" }).click();
    await page.waitForURL("**/admin/orders?buyer=guest&sort=oldest");
    await views.getByRole("button", { name: "Delete the view “Guests”" }).click();
    await expect.poll(() => views.getByRole("link", { name: "Guests" }).count()).toBe(0);
    expect(clerk.problems).toEqual([]);
  });

  it("show an order beside its list, by key, and the ones around it", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    const list = "/admin/orders?buyer=guest&sort=oldest";
    await go(list);
    const links = page.locator('main tbody td a[href*="/admin/orders/"]');
    await links.nth(1).waitFor();
    const [first = "", second = ""] = (await links.allTextContents()).map((text) => text.trim());
    await page.keyboard.press("j");
    await page.keyboard.press("p");
    await page.getByRole("dialog", { name: first }).getByRole("heading", { name: "Items" }).waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "Next", exact: true }).click();
    await page.getByRole("dialog", { name: second }).getByRole("link", { name: "Open the page" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(`**${list}`);
    // The one that was seen last.
    await expect.poll(() => links.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(clerk.problems).toEqual([]);
  });

  it("show the orders of a product that is searched by its title", async () => {
    await go("/admin/orders?buyer=guest");
    await page.getByRole("button", { name: "Any product", exact: true }).click();
    await page.getByPlaceholder("Search…").fill("tidem");
    await page.getByRole("option", { name: "Tidemill", exact: true }).first().click();
    await page.waitForURL(/\?buyer=guest&product_id=\d+$/);
    await page.reload();
    await page.getByRole("button", { name: "Any product: Tidemill" }).click();
    await page.getByRole("option", { name: "Any product" }).click();
    await page.waitForURL("**/admin/orders?buyer=guest");
  });

  it("say on the oldest orders that a new one has come, and lead to it", async () => {
    // Its own window: a clock is moved for all tabs of one.
    const reader = await aVisitor(browser, { storageState: await page.context().storageState() });
    const { page: oldest } = reader;
    await oldest.clock.install();
    await oldest.goto(`${shop.url}/admin/orders?sort=oldest`);
    await oldest.locator("main tbody tr").first().waitFor();
    const guest = await aVisitor(browser, phone);
    const orderNo = await openPaidOrder(guest, shop, staff, { slug: "tidemill", email: "new@example.com" });
    await guest.leave();
    // Asked for every ten seconds, in the order of time: a question soon after another one is dropped.
    await oldest.clock.runFor(10_000);
    await oldest.getByRole("button", { name: "1 new row" }).click();
    await oldest.waitForURL("**/admin/orders");
    await oldest.locator("main tbody tr").first().getByRole("link", { name: orderNo, exact: true }).waitFor();
    await expect.poll(() => oldest.getByRole("button", { name: /new row/ }).count()).toBe(0);
    expect(reader.problems).toEqual([]);
    await reader.leave();
  });

  it.runIf(isTurnOf(0, 2))("begin a role like another", async () => {
    await go("/admin/staff/roles");
    const support = page.getByRole("row").filter({ hasText: "Support" });
    await support.getByRole("button", { name: "Copy", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Night shift");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    const copy = page.getByRole("row").filter({ hasText: "Night shift" });
    await copy.waitFor();
    const accessOf = (row: typeof copy) => row.getByRole("cell").nth(1).textContent();
    expect(await accessOf(copy)).toBe(await accessOf(support));
    expect(clerk.problems).toEqual([]);
  });

  it.runIf(isTurnOf(1, 2))("begin a new product like another, as a draft of its own", async () => {
    await go("/admin/products?search=Tidemill");
    await page.locator('main tbody a[href^="/admin/products/"]').first().click();
    await page.waitForURL(/\/admin\/products\/\d+$/);
    const original = page.url();
    await page.getByRole("link", { name: "Duplicate" }).click();
    await page.waitForURL("**/admin/products/new?from=*");
    await expect.poll(() => page.getByLabel("Title").first().inputValue()).toBe("Tidemill (copy)");
    await page.getByRole("button", { name: "Create product" }).click();
    await page.waitForURL(/\/admin\/products\/\d+$/);
    expect(page.url()).not.toBe(original);
    await page.getByRole("heading", { level: 1, name: "Tidemill (copy)" }).waitFor();
    expect(clerk.problems).toEqual([]);
  });

  it("make a category for the product that is being written, also one with a Chinese name", async () => {
    await go("/admin/products/new");
    await page.getByLabel("Description").first().focus();
    await page.getByRole("textbox", { name: "Title", exact: true }).first().fill("Never saved");
    await page.getByRole("button", { name: "New category" }).click();
    await page.getByRole("textbox", { name: "New category" }).fill("手帐");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Category created").waitFor();
    await page.locator("option", { hasText: "手帐" }).waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await leaveDialog().getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL("**/admin/orders");
  });

  it("write a text in the editor, which becomes HTML", async () => {
    await go("/admin/posts/new");
    await page.getByLabel("Title").fill("Written in the editor");
    await page.getByLabel("Address", { exact: false }).first().fill("written-in-the-editor");
    const text = page.locator(".ProseMirror").first();
    await text.click();
    await page.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("Bold words");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Bold" }).click();
    await page.getByRole("button", { name: "List", exact: true }).click();
    await page.keyboard.type("first");
    await page.getByRole("button", { name: "HTML", exact: true }).click();
    const html = await page.locator("form textarea.font-mono").first().inputValue();
    expect(html).toContain("<strong>Bold words</strong>");
    expect(html).toMatch(/<ul>.*<li>.*first/s);
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await leaveDialog().getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL("**/admin/orders");
  });

  it("write a mail in their own words, see it before it is saved, and go back to the standard text", async () => {
    await go("/admin/mails");
    await page.getByRole("link", { name: "Texts", exact: true }).click();
    await page.waitForURL("**/admin/mails/texts");
    const row = page.getByRole("row").filter({ hasText: "With the keys" });
    await row.getByRole("link", { name: "Text in English" }).click();
    await page.waitForURL("**/admin/mails/texts/order_delivered/en");
    const subject = page.getByLabel("Subject");
    await subject.fill("{shop} has {products} for you");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("has Sample product for you").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    // Only a text of one's own can be reset.
    await page.getByRole("button", { name: "Standard text" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Standard text" }).click();
    await expect.poll(() => subject.inputValue()).toBe("");
    await page.getByText(/^Your order K\w+ is here$/).waitFor();
    expect(clerk.problems).toEqual([]);
  });

  it("keep a dialog that holds typed work open when Escape is pressed", async () => {
    await go("/admin/coupons");
    await page.getByRole("button", { name: "New coupon" }).first().click();
    const code = page.getByRole("dialog").getByLabel("Code");
    await code.fill("HALF");
    await page.keyboard.press("Escape");
    await leaveDialog().getByRole("button", { name: "Stay here" }).click();
    expect(await code.inputValue()).toBe("HALF");
    await page.keyboard.press("Escape");
    await leaveDialog().getByRole("button", { name: "Leave without saving" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "New coupon" }).first().click();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(clerk.problems).toEqual([]);
  });

  it("show the columns that a person chose, and take a whole filter instead of ticks", async () => {
    await go("/admin/orders?buyer=guest&per_page=1");
    const head = page.locator("main thead");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Buyer" }).click();
    await head.getByText("Buyer", { exact: true }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator("main tbody tr").first().waitFor();
    expect(await head.getByText("Buyer", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitem", { name: "As by default" }).click();
    await head.getByText("Buyer", { exact: true }).waitFor();

    await page.getByRole("checkbox", { name: "Select all on this page" }).click();
    await page.getByRole("button", { name: /^Select all \d+ that match$/ }).click();
    const bar = page.getByRole("region", { name: "Actions for what is selected" });
    await bar.getByRole("button", { name: "Deliver again" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText(/^This reaches all \d+ that match/).waitFor();
    // None of them failed.
    await question.getByRole("button", { name: "Deliver again" }).click();
    await page.getByText("Nothing had to be changed").waitFor();
    expect(clerk.problems).toEqual([]);
  });
});
