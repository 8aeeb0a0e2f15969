import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anOffer } from "../support/builders/built-offers";
import { buyAsGuest, failToBuy, payButton } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

const email = "middle@example.com";
const password = "seven lamps along the quay";
/** Two columns, and room for a form of two. */
const tablet = { viewport: { width: 800, height: 1000 } };

async function register(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Make a code" }).click();
  await page.getByText("It is valid for 10 minutes").waitFor();
  const mail = await staff.mail(email, "code");
  await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Reads the offer of the search for a word, with its price. */
async function suggestionFor(page: Page, word: string): Promise<string> {
  await page.getByRole("searchbox", { name: "Search products" }).first().fill(word);
  const list = page.getByRole("list", { name: "Products that match" });
  await list.waitFor();
  return (await list.getByRole("link").first().textContent()) ?? "";
}

const tiersOf = (page: Page) =>
  page.getByRole("list", { name: "Prices for more" }).getByRole("button").allTextContents();

describeInBrowser("a purchase that is interrupted", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("middle"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    await staff.call("POST", "/member-levels", {
      slug: "regular",
      name: "Regular",
      discount_percent: 20,
      is_default: true,
    });
    const wholesale = [
      { min_quantity: 2, percent: 5 },
      { min_quantity: 5, percent: 30 },
    ];
    const sku = { price: "10.00", content: "Read me first.", wholesale };
    await anOffer(staff, { slug: "prism-pack", title: "Prism pack", kind: "text", sku });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("shows where the orders stand that this browser knows, and keeps one in an account", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    const { orderNo } = await buyAsGuest(guest, { url: shop.url, slug: "tidemill", email });
    await page.goto(`${shop.url}/lookup`);
    const known = page.getByRole("region", { name: "Orders placed in this browser" }).getByRole("listitem");
    await known.getByText("Delivered").waitFor();
    expect(await known.textContent()).toContain("$14.99");

    await page.goto(`${shop.url}/orders/${orderNo}`);
    const offer = page.getByRole("region", { name: "Keep this order in an account" });
    await offer.getByRole("link", { name: "Create an account" }).click();
    await page.waitForURL("**/register?next=*");
    await register(page);
    await page.waitForURL("**/account/orders");
    await page.getByText(`We found 1 order of ${email}`).waitFor();
    await page.goto(`${shop.url}/orders/${orderNo}`);
    await offer.getByRole("link", { name: "To my orders" }).waitFor();
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("finds its form again after the log-in, and then every price is the member's own", async () => {
    const reader = await aVisitor(browser);
    const { page } = reader;
    await page.goto(`${shop.url}/products/prism-pack`);
    await payButton(reader);
    expect(await tiersOf(page)).toEqual(["From 2: $9.50 each", "From 5: $7.00 each"]);
    expect(await suggestionFor(page, "prism")).toContain("$10.00");
    await page.keyboard.press("Escape");
    await page.getByLabel("Quantity").first().fill("3");
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).first().click();
    await page.waitForURL("**/login?next=*");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.waitForURL("**/products/prism-pack*");

    await expect.poll(() => page.getByLabel("Quantity").first().inputValue()).toBe("3");
    await page.getByRole("button", { name: "Pay $24.00" }).waitFor();
    expect(await tiersOf(page)).toEqual(["From 5: $7.00 each"]);
    expect(await suggestionFor(page, "prism")).toContain("$8.00");
    // A page that is opened anew begins anew.
    await page.reload();
    await page.getByRole("button", { name: "Pay $8.00" }).waitFor();
    expect(reader.problems).toEqual([]);
    await reader.leave();
  });

  it("knows in every tab which way to pay failed, and names the request of a try that broke", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await failToBuy(guest, { url: shop.url, slug: "tidemill", email });
    await page.getByText("Did not work just now").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText("Did not work just now").waitFor();

    await page.route("**/api/v1/guest/orders/*/pay", (route) =>
      route.fulfill({
        status: 500,
        json: { status_code: 500, msg: "internal", data: null, request_id: "the-request-77" },
      }),
    );
    await page.getByRole("button", { name: /^Pay \D*\d/ }).click();
    await page.getByText("Request id: the-request-77").waitFor();
    await guest.leave();
  });

  it("stands in columns that do not move, and in rows of two until a screen is wide", async () => {
    const slim = { price: "3.00", stock: 5000 };
    await anOffer(staff, { slug: "prism-slim", title: "Prism slim", kind: "none", sku: slim });
    const { products } = await staff.call<{ products: { id: number }[] }>(
      "GET",
      "/products?search=prism-slim",
    );
    await staff.call("PATCH", `/products/${products[0]?.id}`, { min_quantity: 2 });
    const reader = await aVisitor(browser, tablet);
    const { page } = reader;
    const places: (number | undefined)[] = [];
    for (const slug of ["prism-pack", "prism-slim"]) {
      await page.goto(`${shop.url}/products/${slug}`);
      await payButton(reader);
      places.push((await page.getByLabel("E-mail address").boundingBox())?.x);
    }
    expect(places[0]).toBe(places[1]);
    for (const path of ["/", "/products"]) {
      await page.goto(shop.url + path);
      const rows = await page.locator("main ul:has(> li > article)").evaluateAll((lists) =>
        lists.map((list) => ({
          cards: list.children.length,
          columns: new Set([...list.children].map((card) => card.getBoundingClientRect().left)).size,
        })),
      );
      expect(rows.length, path).toBeGreaterThan(0);
      for (const { cards, columns } of rows) expect(columns, path).toBe(cards === 3 ? 3 : Math.min(cards, 2));
    }
    await reader.leave();
  });
});
