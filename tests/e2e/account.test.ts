import { generateSync } from "otplib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyAsGuest, logInAsStaff, payAtGateway, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

const email = "regular@example.com";
const password = "nine lanterns over the mill";
let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let buyer: Visitor;
let secret: string;
/** Each time step counts once, so that the log-in takes the one after the set-up. */
let epoch: number;

describeInBrowser("a customer with an account in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("account"), launchBrowser()]);
    [staff, buyer] = await Promise.all([StaffClient.enter(shop), aVisitor(browser, phone)]);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("registers with the code that a shop without a mail server keeps in its outbox", async () => {
    const { page } = buyer;
    await page.goto(`${shop.url}/register`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByText("This shop does not send e‑mail").waitFor();
    await page.getByRole("button", { name: "Make a code" }).click();
    await page.getByText("It is valid for 10 minutes").waitFor();
    const send = page.getByRole("button", { name: /^Make a code$|^Again in/ });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel("E-mail address").fill(`other-${email}`);
    await expect.poll(() => send.isEnabled()).toBe(true);
    await page.getByLabel("E-mail address").fill(email);
    const mail = await staff.mail(email, "code");
    await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("What shall we call you?").fill("Regular");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/account/orders");
    await page.getByText("No orders yet").waitFor();
  });

  it("switches the second factor on with an authenticator app", async () => {
    const { page } = buyer;
    await page.getByRole("link", { name: "Security" }).click();
    await page.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Confirm your password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    secret = (await dialog.locator("code").textContent()) ?? "";
    epoch = Math.floor(Date.now() / 1000);
    await dialog.getByLabel("Enter the six digits the app shows").fill(generateSync({ secret, epoch }));
    await dialog.getByRole("button", { name: "Switch on" }).click();
    await dialog.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    expect(await dialog.getByRole("listitem").count()).toBeGreaterThanOrEqual(8);
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText(/^On\. \d+ recovery codes left\.$/).waitFor();
  });

  it("logs out, and in again with the second factor", async () => {
    const { page } = buyer;
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${shop.url}/`);
    await page.goto(`${shop.url}/account/wallet`);
    await page.waitForURL(/\/login\?next=/);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Second step" }).waitFor();
    await page.getByLabel("Code").fill(generateSync({ secret, epoch: epoch + 30 }));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/account/wallet");
  });

  it("tops the wallet up through the test gateway, after a try that failed and said so", async () => {
    const { page } = buyer;
    await page.getByRole("button", { name: /^Top up .*20\.00/ }).click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    await page.getByRole("button", { name: "Let it fail" }).click();
    // The page asks the gateway every 15 s.
    await page.getByText("The payment did not go through").waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: "Top up again" }).click();
    await page.waitForURL(/\/account\/wallet$/);
    await page.locator("label").filter({ hasText: "50.00" }).click();
    await page.getByRole("button", { name: /^Top up .*50\.00/ }).click();
    await payAtGateway(buyer);
    await page.waitForURL(/\/account\/wallet\/recharge\//);
    await page.getByRole("heading", { name: "Your balance is topped up" }).waitFor();
    await page.getByRole("link", { name: "To my wallet" }).click();
    await page.getByText("Top-up").first().waitFor();
    expect(await page.locator("main").textContent()).toContain("50.00");
  });

  it("says that the page of a gateway does not open for a top-up, and leads to the top-up", async () => {
    const page = await buyer.page.context().newPage();
    await page.clock.install();
    // The browser stays on the page, as it does while a gateway keeps it waiting.
    await page.route("**/test-gateway/**", (route) => route.fulfill({ status: 204 }));
    await page.goto(`${shop.url}/account/wallet`);
    const asked = page.waitForRequest("**/test-gateway/**");
    await page.getByRole("button", { name: /^Top up .*20\.00/ }).click();
    await asked;
    await page.clock.fastForward(10_000);
    await page.getByText("is slow to open").waitFor();
    await page.getByRole("link", { name: "To the top-up" }).click();
    await page.waitForURL(/\/account\/wallet\/recharge\//);
    await page.getByText("Waiting for the payment").waitFor();
    await page.close();
  });

  it("buys from the balance and reads the key, at once and later in the account", async () => {
    const { page } = buyer;
    await page.goto(`${shop.url}/products/lanternfall`);
    await page.getByRole("button", { name: "Get it now" }).click();
    const { orderNo, keys } = await readKeys(buyer);
    expect(keys).toEqual([expect.stringMatching(/^\w{5}-\w{5}-\w{5}$/)]);

    await page.goto(`${shop.url}/account/orders`);
    await page.getByRole("link", { name: /Show/ }).first().click();
    await page.waitForURL(`**/account/orders/${orderNo}`);
    expect((await readKeys(buyer)).keys).toEqual(keys);
    await page.getByRole("link", { name: "Wallet" }).click();
    await page.getByText("Purchase").first().waitFor();
    await page
      .getByText(/^Balance \$/)
      .first()
      .waitFor();
    await page.getByRole("link", { name: orderNo }).click();
    await page.waitForURL(`**/account/orders/${orderNo}`);
    expect(buyer.problems).toEqual([]);
  });

  it("pays an order that was left at the gateway from the balance, on its pay page", async () => {
    const { page } = buyer;
    await page.goto(`${shop.url}/products/tidemill`);
    // Till the price of the shop stands on the button: from then on the form listens.
    await page.getByRole("button", { name: "Get it now" }).waitFor();
    await page.getByLabel("Use my balance").uncheck();
    await page.getByRole("button", { name: /^Pay \D*\d/ }).click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    await page.goto(`${shop.url}/account/orders`);
    await page.getByRole("link", { name: "Pay now" }).first().click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole("button", { name: "Pay another way" }).click();
    await page.getByRole("checkbox", { name: /^Use my balance/ }).check();
    await page.getByRole("button", { name: "Pay with my balance" }).click();
    expect((await readKeys(buyer)).keys).toHaveLength(1);
    expect(buyer.problems).toEqual([]);
  });

  it("is refused with a wrong code, and the field says so", async () => {
    const other = await aVisitor(browser, phone);
    const { page } = other;
    await page.goto(`${shop.url}/login`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor();
    await other.leave();
  });

  it("is offered the orders of the same address from before the account, and takes them", async () => {
    const guest = await aVisitor(browser, phone);
    const { orderNo } = await buyAsGuest(guest, { url: shop.url, slug: "tidemill", email });
    await guest.leave();
    const { page } = buyer;
    await page.goto(`${shop.url}/account/orders`);
    await page.getByText(`We found 1 order of ${email}`).waitFor();
    const take = page.getByRole("button", { name: "Add it to my orders" });
    const done = page.getByText("1 order was added.");
    // Pressed until the page's script listens.
    await expect
      .poll(async () => {
        if (await take.isEnabled({ timeout: 500 }).catch(() => false)) await take.click();
        return done.isVisible();
      })
      .toBe(true);
    await page.goto(`${shop.url}/account/orders/${orderNo}`);
    expect((await readKeys(buyer)).keys).toHaveLength(1);
    expect(buyer.problems).toEqual([]);
  });

  it("finds what was bought by name and number, without script too, and buys it again in two presses", async () => {
    const { page } = buyer;
    await page.goto(`${shop.url}/account/orders`);
    const orders = page.getByRole("article");
    expect(await orders.count()).toBe(3);
    await page.getByRole("searchbox", { name: "Search my orders" }).fill("lantern");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/account\/orders\?search=lantern$/);
    await page.getByRole("status").filter({ hasText: "1 order for “lantern”" }).waitFor();
    const found = page.getByRole("article", { name: /Lanternfall/ });
    expect([await orders.count(), await found.locator("img").count()]).toEqual([1, 1]);
    await found.getByRole("link", { name: "Show key" }).click();
    await page.waitForURL(/\/account\/orders\/K/);
    expect((await readKeys(buyer)).keys).toHaveLength(1);
    await page.goBack();
    await page.getByRole("link", { name: "Refunded" }).click();
    await page.getByText("Nothing found").waitFor();
    expect(new URL(page.url()).searchParams.get("search")).toBe("lantern");
    await page.getByRole("link", { name: "Show all orders" }).click();
    await found.getByRole("link", { name: "Buy again" }).click();
    await page.waitForURL(/\/products\/lanternfall\?sku=/);
    await page.getByRole("button", { name: /^(Get it now|Pay \D*\d)/ }).click();
    await page.waitForURL(/\/test-gateway\/pay\/|\/orders\/K/);

    const cookies = await page.context().cookies();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const still = await plain.newPage();
    await still.goto(`${shop.url}/account/orders?status=delivered`);
    await still.getByRole("searchbox", { name: "Search my orders" }).fill("tidemill");
    await still.getByRole("button", { name: "Search", exact: true }).last().click();
    await still.waitForURL(/status=delivered&search=tidemill$/);
    expect(await still.getByRole("article").count()).toBe(2);
    await plain.close();
    expect(buyer.problems).toEqual([]);
  });

  it("forgets orders without an account with their cookies, one by one and with a log-out that is told to [C215]", async () => {
    const { page } = buyer;
    const context = page.context();
    const bought: string[] = [];
    for (const slug of ["tidemill", "lanternfall"]) {
      const guest = await aVisitor(browser, phone);
      const { orderNo } = await buyAsGuest(guest, { url: shop.url, slug, email: `guest-${email}` });
      const known = await guest.page.evaluate(() => localStorage.getItem("keyshelf.orders"));
      const [{ token }] = JSON.parse(known ?? "[]");
      await guest.leave();
      await page.goto(`${shop.url}/orders/${orderNo}#t=${token}`);
      await readKeys(buyer);
      bought.push(orderNo);
    }
    const holds = async () =>
      (await context.cookies())
        .filter(({ name }) => name.endsWith("keyshelf.order"))
        .map(({ path }) => path.split("/").at(-1));
    expect(new Set(await holds())).toEqual(new Set(bought));
    const [first = "", second = ""] = bought;
    await page.goto(`${shop.url}/lookup`);
    await page.getByRole("button", { name: `Remove from this list: ${first}` }).click();
    await expect.poll(async () => new Set(await holds())).toEqual(new Set([second]));
    await page.getByRole("link", { name: new RegExp(first) }).waitFor({ state: "detached" });

    await page.goto(`${shop.url}/account/orders`);
    await page.getByRole("button", { name: "Log out" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("This browser also remembers an order").waitFor();
    await dialog.getByRole("checkbox", { name: "Forget this order, too" }).check();
    await dialog.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${shop.url}/`);
    expect(await holds()).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("keyshelf.orders"))).toBe("[]");
    for (const orderNo of bought) {
      await page.goto(`${shop.url}/orders/${orderNo}`);
      await page.getByText("We cannot show this order here").waitFor();
    }
  });

  it("is given what was bought as a guest by staff, who first see whose account it is and what goes over [C200]", async () => {
    const clerk = await aVisitor(browser);
    const { page } = clerk;
    await logInAsStaff(clerk, shop.url, shop.admin.email);
    await page.goto(`${shop.url}/admin/users/guest?email=${encodeURIComponent(`guest-${email}`)}`);
    await page.getByRole("button", { name: "Merge into an account" }).click();
    const dialog = page.getByRole("dialog", { name: /^Merge guest-/ });
    const merge = dialog.getByRole("button", { name: "Merge into an account" });
    const into = dialog.getByLabel("Account that takes everything over");
    await into.fill("nobody@example.com");
    await dialog.getByText("No open account has").waitFor();
    expect(await merge.isDisabled()).toBe(true);
    await into.fill(email);
    await dialog.getByText("2 orders").waitFor();
    await dialog.getByText("Regular", { exact: true }).waitFor();
    await merge.click();
    await page.waitForURL(/\/admin\/users\/\d+$/);
    expect(clerk.problems.filter((problem) => !/400/.test(problem))).toEqual([]);
    await clerk.leave();
  });
});
