import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logInAsStaff, payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let owner: StaffClient;
let clerk: Visitor;

const scenes = (guestOrder: boolean) => ({
  captcha: {
    provider: guestOrder ? "image" : "none",
    scenes: {
      login: false,
      register: false,
      send_code: false,
      forgot: false,
      guest_order: guestOrder,
      guest_recover: false,
      gift_card: false,
    },
  },
});

describeInBrowser("an operator's jobs, as the buyer sees them", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("operator"), launchBrowser()]);
    owner = await StaffClient.enter(shop);
    clerk = await aVisitor(browser);
    await logInAsStaff(clerk, shop.url, shop.admin.email);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("shows a channel's fee in the price before payment, and the gateway asks for exactly that sum", async () => {
    await owner.call("PATCH", "/payment-channels/1", { fee_bps: 250 });
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/tidemill`);
    await (await payButton(guest)).waitFor();
    await page.getByText("Payment fee").waitFor();
    expect(await page.locator("#buy dl").textContent()).toBe("Goods$14.99Payment fee$0.37To pay$15.36");
    await page.getByLabel("E-mail address").fill("fee@example.com");
    await page.getByRole("button", { name: "Pay $15.36" }).click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    expect(await page.locator("body").textContent()).toContain("15.36");

    await guest.leave();
    await owner.call("PATCH", "/payment-channels/1", { fee_bps: 0 });
  });

  it("a picture that has to be typed: a wrong answer keeps what the buyer wrote and shows another picture", async () => {
    await owner.call("PATCH", "/settings", scenes(true));
    const guest = await aVisitor(browser);
    const { page } = guest;
    await page.goto(`${shop.url}/products/tidemill`);
    const button = await payButton(guest);
    await page.getByLabel("E-mail address").fill("typist@example.com");
    const picture = page.getByAltText("A picture with a few characters to type");
    await picture.waitFor();
    const first = await picture.getAttribute("src");
    await page.getByLabel("Characters in the picture").fill("WRONG");
    await button.click();
    await expect.poll(() => picture.getAttribute("src")).not.toBe(first);
    expect(await page.getByLabel("E-mail address").inputValue()).toBe("typist@example.com");
    expect(new URL(page.url()).pathname).toBe("/products/tidemill");

    await owner.call("PATCH", "/settings", scenes(false));
    await page.reload();
    await payButton(guest);
    await page.getByLabel("E-mail address").fill("typist@example.com");
    await (await payButton(guest)).click();
    await payAtGateway(guest);
    expect((await readKeys(guest)).keys).toHaveLength(1);
    await guest.leave();
  });

  it("delivers a manual order: the buyer waits, staff write the content, and the buyer reads it", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/portrait-commission`);
    const button = await payButton(guest);
    await page.getByLabel("Who is in the picture?").fill("Two cats");
    await page.getByLabel("Mood").selectOption("Solemn");
    await page.getByLabel("Link to a photograph").fill("https://photos.example/cats.jpg");
    await page.getByLabel("E-mail address").fill("cats@example.com");
    await button.click();
    await payAtGateway(guest);
    await page.getByRole("heading", { name: "We are preparing your order" }).waitFor();
    const orderNo = new URL(page.url()).pathname.split("/").pop() ?? "";

    await clerk.page.goto(`${shop.url}/admin/orders/${orderNo}`);
    await clerk.page.getByText("Two cats").waitFor();
    await clerk.page.getByRole("button", { name: "Deliver by hand" }).click();
    const dialog = clerk.page.getByRole("dialog");
    const content = dialog.getByLabel("Content");
    // The buyer's wish stands beside the field.
    await dialog.getByText("Two cats").waitFor();
    await content.fill("Your portrait, order {order_no}");
    await dialog.getByRole("button", { name: "Save this text" }).click();
    await dialog.getByLabel("Name").fill("Portrait");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await clerk.page.getByText("Reply saved").waitFor();
    // A draft outlives the page, and a saved reply names the order.
    await clerk.page.reload();
    await clerk.page.getByRole("button", { name: "Deliver by hand" }).click();
    await expect.poll(() => content.inputValue()).toBe("Your portrait, order {order_no}");
    await content.fill("");
    await dialog.getByLabel("Insert a saved reply…").selectOption("Portrait");
    await expect.poll(() => content.inputValue()).toBe(`Your portrait, order ${orderNo}`);
    await content.fill("https://portraits.example/cats-final.png");
    await dialog.getByRole("button", { name: "Deliver by hand" }).click();
    await clerk.page.getByRole("button", { name: "Show keys" }).waitFor();

    await page.reload();
    await page
      .locator("[aria-labelledby=keys]")
      .getByText("https://portraits.example/cats-final.png")
      .waitFor();
    expect([...guest.problems, ...clerk.problems]).toEqual([]);
    await guest.leave();
  });

  it("an agent's secret is shown once, and again only as a new one", async () => {
    const { page } = clerk;
    const shown = async () =>
      /sks_[0-9a-f]{64}/.exec((await page.getByRole("dialog").textContent()) ?? "")?.[0] ?? "";
    await page.goto(`${shop.url}/admin/sites`);
    await page.getByRole("button", { name: "Pair a site" }).first().click();
    await page.getByRole("dialog").getByLabel("Name").fill("Corner shop");
    await page.getByRole("dialog").getByRole("button", { name: "Pair a site" }).click();
    await page.getByText("Shown only now.").waitFor();
    const first = await shown();
    expect(first).not.toBe("");
    await page.getByRole("button", { name: "I have stored them safely" }).click();

    await page.getByRole("link", { name: "Corner shop" }).click();
    await page.getByRole("heading", { level: 1, name: "Corner shop" }).waitFor();
    expect(await page.content()).not.toContain(first);
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByText("keeps working for 24 hours").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
    await page.getByText("Shown only now.").waitFor();
    const second = await shown();
    expect(second).not.toBe("");
    expect(second).not.toBe(first);
    await page.getByRole("button", { name: "I have stored them safely" }).click();
    expect(clerk.problems).toEqual([]);
  });
});
