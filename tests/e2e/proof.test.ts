import { generateSync } from "otplib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClient } from "@/lib/db/connections/guarded-client";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient, staffPassword } from "../support/harness/staff-client";
import { aVisitor, launchBrowser } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

describeInTurn(0, 2, "an act of staff that asks for the password", () => {
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

  it("makes an API token that is shown once, opens what was chosen, and is revoked [C132]", async () => {
    const owner = await aVisitor(browser, { storageState: staff.session() });
    const { page, problems } = owner;
    await page.goto(`${shop.url}/admin/account`);
    await page.getByRole("link", { name: "See tokens" }).click();
    await page.waitForURL("**/admin/tokens");
    await page.getByRole("button", { name: "New token" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("bookkeeper");
    await form.getByLabel("Orders", { exact: true }).selectOption("read");
    await form.getByRole("button", { name: "New token" }).click();
    const once = page.getByRole("dialog", { name: "The new token" });
    const token = (await once.locator("code").textContent()) ?? "";
    await once.getByRole("button").last().click();
    const ask = async (path: string) =>
      (await fetch(`${shop.url}/api/v1/admin${path}`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect([await ask("/orders"), await ask("/users")]).toEqual([200, 403]);
    await page.reload();
    const row = page.getByRole("row", { name: /bookkeeper/ });
    await row.getByText("from 127.0.0.1").waitFor();
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await row.getByText("Revoked").waitFor();
    expect(await ask("/orders")).toBe(401);
    expect(problems).toEqual([]);
    await owner.leave();
  });

  it("switches the two-step log-in of staff on and off, in the panel that shoppers have [C91]", async () => {
    const owner = await aVisitor(browser, { storageState: staff.session() });
    const { page, problems } = owner;
    await page.goto(`${shop.url}/admin/account`);
    await page.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Confirm your password").fill(staffPassword);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const secret = (await dialog.locator("code").textContent()) ?? "";
    const epoch = Math.floor(Date.now() / 1000);
    await dialog.getByLabel("Enter the six digits the app shows").fill(generateSync({ secret, epoch }));
    await dialog.getByRole("button", { name: "Switch on" }).click();
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText(/^On\. \d+ recovery codes left\.$/).waitFor();
    await page.getByRole("button", { name: "Switch off" }).click();
    expect(await dialog.getByRole("button", { name: "Use a recovery code" }).count()).toBe(0);
    await dialog.getByLabel("Current password").fill(staffPassword);
    await dialog.getByLabel("Code").fill(generateSync({ secret, epoch: epoch + 30 }));
    await dialog.getByRole("button", { name: "Switch off" }).click();
    await page.getByText("A six-digit code from an authenticator app").waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(problems).toEqual([]);
    await owner.leave();
  });
});
