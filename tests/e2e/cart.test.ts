import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anOffer } from "../support/builders/built-offers";
import { payAtGateway, payButton } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

const slugs = ["one", "two", "three", "four", "five"];
const titleOf = (slug: string) => `Cart ${slug}`;
const count = (page: Page) => page.locator("[data-cart-count]");
const rows = (page: Page) => page.getByRole("region", { name: "Items" }).getByRole("listitem");

/** From the list of the search for our goods, with the button of each card. */
async function addFromList(page: Page, slug: string): Promise<void> {
  const before = Number((await count(page).count()) ? await count(page).textContent() : 0);
  await page.getByRole("link", { name: `Add ${titleOf(slug)} to the cart` }).click();
  await expect.poll(async () => count(page).textContent()).toBe(String(before + 1));
}

describeInBrowser("the cart", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("cart"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    for (const slug of slugs)
      await anOffer(staff, {
        slug: `cart-${slug}`,
        title: titleOf(slug),
        kind: "text",
        sku: { price: "2.00", content: `Goods of ${slug}.` },
      });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("buys five lines with one payment, from lists and a product page [C176]", async () => {
    const buyer = await aVisitor(browser, phone);
    const { page } = buyer;
    await page.goto(`${shop.url}/products?search=Cart`);
    await page.waitForLoadState("networkidle");
    for (const slug of slugs.slice(0, 4)) await addFromList(page, slug);
    await page.goto(`${shop.url}/products/cart-five`);
    await payButton(buyer);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByText("Added to your cart.").waitFor();
    expect(await count(page).textContent()).toBe("6");

    await page.getByRole("link", { name: "Open the cart" }).click();
    await page.waitForURL("**/cart");
    await expect.poll(() => rows(page).count()).toBe(5);
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(5);
    await page.getByLabel("E-mail address").fill("five@example.com");
    await page.getByRole("button", { name: "Pay $12.00" }).click();
    await payAtGateway(buyer);
    await page.waitForURL(/\/orders\/[^/]+$/);
    for (const slug of slugs) await page.getByText(`Goods of ${slug}.`).first().waitFor();
    expect(await count(page).count()).toBe(0);
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });

  it("says what is gone and what costs something else, and buys the rest [C176]", async () => {
    const buyer = await aVisitor(browser);
    const { page } = buyer;
    const [gone, dearer] = await Promise.all([
      anOffer(staff, {
        slug: "cart-gone",
        title: "Cart gone",
        kind: "text",
        sku: { price: "3.00", content: "-" },
      }),
      anOffer(staff, {
        slug: "cart-dear",
        title: "Cart dear",
        kind: "text",
        sku: { price: "4.00", content: "Dear." },
      }),
    ]);
    for (const { slug } of [gone, dearer]) {
      await page.goto(`${shop.url}/products/${slug}`);
      await payButton(buyer);
      await page.getByRole("button", { name: "Add to cart" }).click();
      await page.getByText("Added to your cart.").waitFor();
    }
    await staff.call("PATCH", `/products/${gone.productId}`, { status: "archived" });
    await staff.call("PATCH", `/skus/${dearer.skuId}`, { price: "5.50" });
    await page.goto(`${shop.url}/cart`);
    await page.getByText("This is not for sale any more.").waitFor();
    await page.getByText("It costs $5.50 now. It was $4.00 when you added it.").waitFor();
    await page.getByRole("button", { name: "Pay $5.50" }).waitFor();
    await page.getByRole("button", { name: "Remove An item that is gone" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });
});
