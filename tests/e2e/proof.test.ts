import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClient } from "@/lib/db/connections/guarded-client";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient, staffPassword } from "../support/harness/staff-client";
import { aVisitor, launchBrowser } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

describeInBrowser("an act of staff that asks for the password", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("proof"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("asks in one dialog over the form, and goes on by itself afterwards [C91]", async () => {
    const client = await openClient(shop.databaseUrl, "keyshelf-test");
    await client.query("UPDATE staff_sessions SET proved_at = proved_at - interval '1 hour'");
    await client.end();
    const owner = await aVisitor(browser, { storageState: staff.session() });
    const { page, problems } = owner;
    await page.goto(`${shop.url}/admin/staff`);
    await page.getByRole("button", { name: "Add a person" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Bo");
    await form.getByLabel("E-mail").fill("bo@staff.example.com");
    await form.getByRole("button", { name: /^(Create|Add a person)$/ }).click();

    const dialog = page.getByRole("dialog", { name: "Enter your password" });
    await dialog.getByLabel("Your password").fill("not this one");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("The password or the code is wrong.").waitFor();
    await dialog.getByLabel("Your password").fill(staffPassword);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("dialog", { name: "One-time password" }).waitFor();
    const { staff: people } = await staff.call<{ staff: { email: string }[] }>("GET", "/staff");
    expect(people.map(({ email }) => email)).toContain("bo@staff.example.com");
    expect(await dialog.count()).toBe(0);
    expect(problems.filter((problem) => !/40[03]/.test(problem))).toEqual([]);
    await owner.leave();
  });
});
