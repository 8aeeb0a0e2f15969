import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logInAsStaff, openPaidOrder, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient, staffPassword } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

const owner = "owner@example.org";

let shop: BuiltShop;
let browser: Browser;
let clerk: Visitor;

describeInBrowser("staff in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("staff"), launchBrowser()]);
    clerk = await aVisitor(browser);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("take a fresh shop over with the word of its start, and are led through what a sale needs", async () => {
    const { page } = clerk;
    await page.goto(`${shop.url}/admin/orders`);
    await page.waitForURL(/\/admin\/setup$/);
    await page.getByLabel("Word from the start").fill("nnnn-nnnn-nnnn-nnnn");
    await page.getByLabel("Your e-mail address").fill(owner);
    await page.getByLabel("Your password").fill(staffPassword);
    await page.getByRole("button", { name: "Take over the shop" }).click();
    await page.getByText("This is not the word that the start printed.").waitFor();
    expect(clerk.problems.splice(0)).toHaveLength(2);

    // The code at the terminal leads here.
    await page.goto("about:blank");
    await page.goto(`${shop.url}/admin/setup#${shop.admin.password}`);
    await page.getByLabel("Your e-mail address").fill(owner);
    await page.getByLabel("Your password").fill(staffPassword);
    await page.getByRole("button", { name: "Take over the shop" }).click();
    await page.waitForURL(/\/admin\/setup\?step=shop$/);
    shop.admin.email = owner;
    await page.getByLabel("Name of the shop").fill("Tinwhistle Keys");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Saved").first().waitFor();
    for (const heading of ["Mail", "Getting paid", "Goods to look at, or an empty shelf"]) {
      await page.getByRole("link", { name: "Next" }).click();
      await page.getByRole("heading", { level: 2, name: heading }).waitFor();
    }
    await page.getByRole("link", { name: "Open the desk" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

    // The word is used up, and its page leads to the log-in.
    const stranger = await aVisitor(browser);
    await stranger.page.goto(`${shop.url}/admin/setup#${shop.admin.password}`);
    await stranger.page.waitForURL(/\/admin\/login/);
    await stranger.leave();
  });

  it("see the admin as another role by a click, and are themselves again by one [C171]", async () => {
    const { page } = clerk;
    await page.goto(`${shop.url}/admin/staff/roles`);
    const support = page.getByRole("row").filter({ hasText: "Support" });
    await support.getByRole("button", { name: "See as" }).click();
    await page.getByText("You see the admin as Support.").waitFor();
    const menu = page.getByRole("navigation").first();
    await menu.getByRole("link", { name: "Orders" }).waitFor();
    expect(await menu.getByRole("link", { name: "Settings" }).count()).toBe(0);
    await page.goto(`${shop.url}/admin/settings`);
    await page.waitForURL(/\/admin\/forbidden$/);
    await page.getByRole("button", { name: "Back to my own role" }).click();
    await page.waitForURL(/\/admin\/staff\/roles$/);
    await menu.getByRole("link", { name: "Settings" }).waitFor();
  });

  it("get the editor where they come to a text, with the focus in it and without a move of the page", async () => {
    const { page } = clerk;
    await page.goto(`${shop.url}/admin/settings`);
    const text = page.locator("main form textarea.font-mono").first();
    expect(await page.locator(".ProseMirror").count()).toBe(0);
    await text.focus();
    const editor = page.locator(".ProseMirror").first();
    await expect.poll(() => editor.evaluate((one) => one === document.activeElement)).toBe(true);
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(moved).toBe(0);
    expect(clerk.problems).toEqual([]);
  });

  it("reach the page that a link named, with its filters, once they have logged in", async () => {
    const visitor = await aVisitor(browser);
    const { page } = visitor;
    await page.goto(`${shop.url}/admin/orders?status=paid`);
    await page.waitForURL(/\/admin\/login\?next=/);
    await page.getByLabel("E-mail").fill(shop.admin.email);
    await page.getByLabel("Password").fill(staffPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    expect(page.url()).toBe(`${shop.url}/admin/orders?status=paid`);
    await page.goto(`${shop.url}/admin/forbidden`);
    await page.getByRole("heading", { level: 1, name: "Your role does not include this page" }).waitFor();
    await visitor.leave();
  });

  it("see the products with their stock", async () => {
    const { page } = clerk;
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: "Paperglide Pro" });
    expect(await row.textContent()).toMatch(/On sale.*29\.00.*73/);
    expect(await page.getByRole("row").count()).toBe(13);
  });

  it("change a price where it stands without a mouse, take it back, and pin the pages of their day", async () => {
    const { page } = clerk;
    await page.goto(`${shop.url}/admin/stock?search=TIDEMILL`);
    const price = page.getByRole("button", { name: "Change: Price of Tidemill · Full game" });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href") ?? null);
    const columns = () =>
      page
        .locator("main thead th")
        .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().left));
    // Pressed until the page's script listens.
    await expect
      .poll(async () => {
        await page.keyboard.press("j");
        return focused();
      })
      .toMatch(/^\/admin\/stock\/\d+$/);
    const before = await columns();
    await price.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("15.50");
    expect(await columns()).toEqual(before);
    await page.keyboard.press("Enter");
    await expect.poll(() => price.textContent()).toContain("15.50");
    await expect.poll(() => price.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => price.textContent()).toContain("14.99");

    await page.getByRole("button", { name: "Choose these pages" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Take Profit from the top" }).click();
    await dialog.getByRole("button", { name: "Put Coupons at the top" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const menu = page.getByRole("navigation", { name: "Admin pages" });
    await expect.poll(async () => (await menu.getByRole("link").allTextContents())[7]).toBe("Coupons");
    expect(await menu.getByRole("link", { name: "Profit" }).count()).toBe(1);
  });

  it("import keys by pasting them and see what was new", async () => {
    const { page } = clerk;
    await page.goto(`${shop.url}/admin/stock?search=PGP-1Y3`);
    await page.getByRole("row").filter({ hasText: "Household" }).getByRole("link").first().click();
    await page.waitForURL(/\/admin\/stock\/\d+/);
    await page.getByLabel("Paste keys").fill("FRESH-0001\nFRESH-0002\n\nFRESH-0001\n");
    await page.getByRole("button", { name: /^Import 3 keys$|^Import 2 keys$/ }).waitFor();
    await page.getByLabel("Paste keys").press("Control+Enter");
    const report = page.getByText("Import finished").locator("xpath=ancestor::section[1]");
    await report.waitFor();
    expect(await report.textContent()).toMatch(/Imported\s*2Already here\s*0Twice in the file\s*1/);
    await page.reload();
    await expect.poll(() => page.locator("main").textContent()).toMatch(/Free\s*27/);
  });

  it("follow an order on its time line and see its keys only after asking", async () => {
    const guest = await aVisitor(browser, phone);
    const staff = await StaffClient.enter(shop);
    await openPaidOrder(guest, shop, staff, { slug: "tidemill", email: "walk-in@example.com" });
    const bought = await readKeys(guest);
    expect(guest.problems).toEqual([]);
    await guest.leave();

    const { page } = clerk;
    await page.goto(`${shop.url}/admin/orders`);
    await page.getByRole("link", { name: bought.orderNo, exact: true }).click();
    await page.waitForURL(`**/admin/orders/${bought.orderNo}`);
    const timeLine = page.getByRole("heading", { name: "Time line" }).locator("xpath=ancestor::section[1]");
    await timeLine.waitFor();
    expect(await timeLine.textContent()).toMatch(/Delivered.*Paid.*Order placed/);

    expect(await page.content()).not.toContain(bought.keys[0]);
    await page.getByRole("button", { name: "Show keys" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Show keys" }).click();
    await page.getByText(bought.keys[0] ?? "").waitFor();
    expect(clerk.problems).toEqual([]);
  });

  it("find the filters of a list behind one button on a phone, and the overview as wide as the screen", async () => {
    const { page: small, leave } = await aVisitor(browser, {
      ...phone,
      storageState: await clerk.page.context().storageState(),
    });
    await small.goto(`${shop.url}/admin/orders?status=paid&buyer=guest`);
    const button = small.getByRole("button", { name: "Filters (2)" });
    await button.waitFor();
    const status = small.getByLabel("Any status");
    expect(await status.isVisible()).toBe(false);
    // Pressed until the page's script listens.
    await expect
      .poll(async () => {
        if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
        return status.isVisible();
      })
      .toBe(true);
    await status.selectOption("delivered");
    await small.waitForURL("**/admin/orders?status=delivered&buyer=guest");
    await small.goto(`${shop.url}/admin`);
    await small.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const wide = () => small.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await small.getByRole("img", { name: "Revenue, refunds and orders over time" }).waitFor();
    expect(await wide()).toBeLessThanOrEqual(0);
    await leave();
  });

  it("no page of another address can write with the browser of somebody logged in [A16]", async () => {
    const staff = await StaffClient.enter(shop);
    const before = await staff.call("GET", "/categories");
    const trap = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(trapPage(`${shop.url}/api/v1/admin/categories`));
    });
    await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
    const { port } = trap.address() as AddressInfo;
    const page = await clerk.page.context().newPage();
    const refusals: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/v1/admin/")) refusals.push(response.status());
    });
    // The staff cookie does not travel from another site; another port of our own host gets it and is told apart.
    for (const { host, status } of [
      { host: "127.0.0.1", status: 401 },
      { host: "localhost", status: 403 },
    ]) {
      refusals.length = 0;
      await page.goto(`http://${host}:${port}/`);
      await page.evaluate("fetches");
      await page.locator("form").evaluate((form: HTMLFormElement) => form.submit());
      await page.waitForURL(/\/api\/v1\/admin\//);
      expect(new Set(refusals), host).toEqual(new Set([status]));
      expect(refusals.length, host).toBeGreaterThanOrEqual(2);
    }
    await page.close();
    await new Promise((resolve) => trap.close(resolve));
    expect(await staff.call("GET", "/categories")).toEqual(before);
  });

  it("log in over the page when their session has ended, keep what they typed, and save it", async () => {
    const visitor = await aVisitor(browser);
    const { page } = visitor;
    await logInAsStaff(visitor, shop.url, shop.admin.email);
    await page.goto(`${shop.url}/admin/settings`);
    const name = page.getByLabel("Name of the shop");
    await name.fill("Typed before the session ended");
    const save = page.getByRole("button", { name: "Save changes" }).first();
    // Enabled by the script that takes what is typed.
    await expect.poll(() => save.isEnabled()).toBe(true);
    const owner = await StaffClient.enter(shop);
    await owner.call("DELETE", "/session/sessions");
    await save.click();
    const door = page.getByRole("dialog", { name: "Log in again" });
    await door.getByLabel("Password").fill("not the password");
    await door.getByRole("button", { name: "Log in" }).click();
    await door.getByRole("alert").waitFor();
    await door.getByLabel("Password").fill(staffPassword);
    await door.getByRole("button", { name: "Log in" }).click();
    await door.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Typed before the session ended");
    await save.click();
    const stored = async () => (await owner.call<{ site_name: string }>("GET", "/settings")).site_name;
    await expect.poll(stored, { timeout: 20_000 }).toBe("Typed before the session ended");
    expect(new URL(page.url()).pathname).toBe("/admin/settings");
    await visitor.leave();
  });
});

/** Writes by script, which cannot read the answer, and by a form whose plain text is JSON. */
const trapPage = (target: string) => `<!doctype html>
<form method="post" enctype="text/plain" action="${target}">
  <input name='{"slug":"stolen","name":"Stolen","x":"' value='"}'>
</form>
<script>
  const fetches = Promise.allSettled(["POST", "PUT"].map((method) => fetch("${target}", {
    method, credentials: "include", mode: method === "POST" ? "no-cors" : "cors",
    body: '{"slug":"stolen","name":"Stolen"}',
  })));
</script>`;
