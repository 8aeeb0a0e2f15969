import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logInAsStaff } from "../support/builders/shop-steps";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, type Visitor } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let clerk: Visitor;
let page: Page;

const offer = (of: Page) => of.getByText(/You typed something here that was not saved/);
const summary = (of: Page) => of.getByLabel("Summary").first();
const save = (of: Page) => of.getByRole("button", { name: "Save changes" });

/** The page of the first row, opened in a tab of its own: what is closed with it is gone from the screen. */
async function aTab(path: string): Promise<Page> {
  const tab = await page.context().newPage();
  // Text that is typed before the page listens stands beside what its script puts there.
  await tab.goto(`${shop.url}${path}`, { waitUntil: "networkidle" });
  return tab;
}

async function firstOf(list: string): Promise<string> {
  await page.goto(`${shop.url}${list}`);
  const href = await page.locator(`main tbody a[href^="${list}/"]`).first().getAttribute("href");
  return href ?? "";
}

/** Types, waits until the browser has it, and closes the tab without a word. */
async function typeAndClose(path: string, text: string): Promise<void> {
  const tab = await aTab(path);
  await summary(tab).fill(text);
  await expect
    .poll(() =>
      tab.evaluate((said) => Object.values(localStorage).some((one) => String(one).includes(said)), text),
    )
    .toBe(true);
  await tab.close();
}

describeInTurn(1, 2, "drafts of the admin", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("kept_drafts"), launchBrowser()]);
    await StaffClient.enter(shop);
    clerk = await aVisitor(browser);
    page = clerk.page;
    await logInAsStaff(clerk, shop.url, shop.admin.email);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it.runIf(isTurnOf(0, 2))(
    "survive a closed tab: one is offered, taken back, and gone once it is saved [C202]",
    async () => {
      const path = await firstOf("/admin/posts");
      await typeAndClose(path, "Half a sentence");
      const tab = await aTab(path);
      await offer(tab).waitFor();
      expect(await summary(tab).inputValue()).not.toBe("Half a sentence");
      await tab.getByRole("button", { name: "Restore it" }).click();
      expect(await summary(tab).inputValue()).toBe("Half a sentence");
      await save(tab).click();
      await tab.getByText("Saved", { exact: true }).first().waitFor();
      await tab.reload();
      await expect.poll(() => summary(tab).inputValue()).toBe("Half a sentence");
      expect(await offer(tab).count()).toBe(0);
      expect(
        await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft"))),
      ).toEqual([]);
      await tab.close();
    },
  );

  it.runIf(isTurnOf(1, 2))(
    "survive an ended session, and are thrown away when somebody says so [C202]",
    async () => {
      const path = await firstOf("/admin/posts");
      await typeAndClose(path, "Typed before the night");
      await page.context().clearCookies();
      await logInAsStaff(clerk, shop.url, shop.admin.email);
      const tab = await aTab(path);
      await offer(tab).waitFor();
      await tab.getByRole("button", { name: "Throw away" }).click();
      await expect.poll(() => offer(tab).count()).toBe(0);
      await tab.reload();
      await summary(tab).waitFor();
      expect(await offer(tab).count()).toBe(0);
      await tab.close();
    },
  );

  it("are put on top of what was saved since, in the form of a product too [C202]", async () => {
    const path = await firstOf("/admin/products");
    await typeAndClose(path, "Typed in the train");
    const other = await aTab(path);
    await offer(other).waitFor();
    await other.getByLabel("Tags").first().waitFor();
    await other.getByRole("textbox", { name: "Title", exact: true }).first().fill("Titled meanwhile");
    await other.getByRole("button", { name: "Save", exact: false }).last().click();
    await other.getByRole("heading", { level: 1, name: "Titled meanwhile" }).waitFor();
    await other.close();
    const tab = await aTab(path);
    await tab.getByRole("button", { name: "Restore it" }).click();
    expect(await summary(tab).inputValue()).toBe("Typed in the train");
    const title = tab.getByRole("textbox", { name: "Title", exact: true }).first();
    expect(await title.inputValue()).toBe("Titled meanwhile");
    await tab.close();
  });

  it("hold no password [C202]", async () => {
    const tab = await aTab("/admin/mails/server");
    await tab.getByLabel("Host").first().fill("smtp.corner.example");
    await tab.getByLabel("Password").first().fill("hunter2-hunter2");
    const kept = () => tab.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    await expect.poll(kept).toContain("smtp.corner.example");
    expect(await kept()).not.toContain("hunter2");
    await tab.close();
  });

  it("stand beside what somebody else saved in the same field, which can be taken instead [C202]", async () => {
    const path = await firstOf("/admin/posts");
    const [first, second] = [await aTab(path), await aTab(path)];
    for (const drop of await second.getByRole("button", { name: "Throw away" }).all()) await drop.click();
    await summary(first).fill("Words of the first");
    await save(first).click();
    await first.getByText("Saved", { exact: true }).first().waitFor();
    await summary(second).fill("Words of the second");
    await save(second).click();
    const both = second.locator("[data-both-texts]");
    await both.getByText("Words of the first").waitFor();
    expect(await summary(second).inputValue()).toBe("Words of the second");
    await both.getByRole("button", { name: "Take this one" }).click();
    expect(await summary(second).inputValue()).toBe("Words of the first");
    await expect.poll(() => both.count()).toBe(0);
    await first.close();
    await second.close();
  });
});
