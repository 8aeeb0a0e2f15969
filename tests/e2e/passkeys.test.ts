import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVirtualAuthenticator } from "../support/harness/virtual-authenticator";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

const email = "fingertip@example.com";
const password = "nine lanterns over the mill";
let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let buyer: Visitor;
let device: Awaited<ReturnType<typeof aVirtualAuthenticator>>;

async function register(): Promise<void> {
  const send = (path: string, body: object) =>
    fetch(`${shop.url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await send("email/send-code", { email, purpose: "register" });
  const { text } = await staff.mail(email, "code");
  const made = await send("register", { email, code: /\b\d{6}\b/.exec(text)?.[0], password });
  expect(made.status).toBe(200);
}

async function logInByPassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login?next=/account/security`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/account/security");
  await page.getByRole("heading", { name: "Two-step log-in" }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(`${shop.url}/`);
}

/** The device, which the field of the address has asked in vain, answers what the button asks. */
async function pressPasskey(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Log in with a passkey" });
  await expect.poll(() => button.isEnabled()).toBe(true);
  const answer = async (route: Route) => {
    await device.answers(true);
    await route.continue();
  };
  await page.route("**/api/v1/auth/passkeys/start", answer, { times: 1 });
  await button.click();
}
const dialogOf = (page: Page) => page.getByRole("dialog");

async function prove(page: Page, button: string): Promise<void> {
  await dialogOf(page).getByLabel("Current password").fill(password);
  await dialogOf(page).getByRole("button", { name: button }).click();
}

describeInTurn(0, 2, "passkeys in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([
      startBuiltShop("passkeys"),
      launchBrowser("--host-resolver-rules=MAP shop.test 127.0.0.1"),
    ]);
    [staff, buyer] = await Promise.all([StaffClient.enter(shop), aVisitor(browser, phone)]);
    device = await aVirtualAuthenticator(buyer.page);
    await register();
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("are offered nowhere on plain http, nor at an address of digits [C177]", async () => {
    for (const host of ["shop.test", "127.0.0.1"]) {
      const visitor = await aVisitor(browser);
      const { page } = visitor;
      await logInByPassword(page, shop.url.replace("localhost", host));
      expect(await page.getByText(/passkey/i).count(), host).toBe(0);
      await page.getByRole("button", { name: "Log out" }).click();
      await page.waitForURL(/\/$/);
      await page.goto(`${shop.url.replace("localhost", host)}/login`);
      await expect
        .poll(() => page.getByRole("button", { name: "Log in", exact: true }).isEnabled())
        .toBe(true);
      expect(await page.getByText(/passkey/i).count(), host).toBe(0);
      await visitor.leave();
    }
  });

  it("are added after the password, and the browser is asked again where it made none [C179]", async () => {
    const { page } = buyer;
    await logInByPassword(page, shop.url);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await dialogOf(page).getByLabel("Current password").fill("not this one");
    await dialogOf(page).getByRole("button", { name: "Continue" }).click();
    await dialogOf(page).getByRole("alert").filter({ hasText: "wrong" }).waitFor();
    buyer.problems.length = 0;
    await prove(page, "Continue");
    await dialogOf(page).getByLabel("Name").fill("My phone");
    await device.knowsFinger(false);
    await dialogOf(page).getByRole("button", { name: "Create passkey" }).click();
    await dialogOf(page).getByText("Your browser made no passkey").waitFor();
    await device.knowsFinger(true);
    await dialogOf(page).getByRole("button", { name: "Create passkey" }).click();
    await page.getByText("My phone", { exact: true }).waitFor();
    await page.getByText("never used").waitFor();
    expect(await device.passkeys()).toBe(1);
    const newest = async () => (await staff.mail(email, "security")).subject;
    await expect.poll(newest).toBe("A passkey was added to your account");
  });

  it("are one to a device: the second is refused by the browser, with a word why", async () => {
    const { page } = buyer;
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await prove(page, "Continue");
    await dialogOf(page).getByRole("button", { name: "Create passkey" }).click();
    await dialogOf(page).getByText("This device already holds a passkey").waitFor();
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
  });

  it("are renamed", async () => {
    const { page } = buyer;
    await page.getByRole("button", { name: "Rename My phone" }).click();
    await dialogOf(page).getByLabel("Name").fill("Old phone");
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
    await page.getByText("Old phone", { exact: true }).waitFor();
  });

  it("log in by the button, and the list says when", async () => {
    const { page } = buyer;
    await logOut(page);
    await device.answers(false);
    await page.goto(`${shop.url}/login?next=/account/security`);
    await pressPasskey(page);
    await page.waitForURL("**/account/security");
    await page.getByText(/last used/).waitFor();
    expect(buyer.problems).toEqual([]);
  });

  it("log in from the field of the address, without a press of the button", async () => {
    const { page } = buyer;
    await logOut(page);
    await page.goto(`${shop.url}/login?next=/account/security`);
    await page.waitForURL("**/account/security");
    expect(buyer.problems).toEqual([]);
  });

  it("are removed after the password, and open nothing any more", async () => {
    const { page } = buyer;
    await page.getByRole("button", { name: "Remove Old phone" }).click();
    await prove(page, "Remove");
    await expect.poll(() => page.getByText("Old phone", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    await logOut(page);
    expect(buyer.problems).toEqual([]);
    await device.answers(false);
    await page.goto(`${shop.url}/login`);
    await pressPasskey(page);
    await page.getByText("This passkey opens no account here").waitFor();
  });
});
