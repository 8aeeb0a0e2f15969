import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser";
import { type BuiltShop, startBuiltShop } from "../support/built-shop";
import { payButton } from "../support/shop-steps";
import { aVisitor, holdRequests, launchBrowser, phone } from "../support/visitor";

let shop: BuiltShop;
let browser: Browser;

/** Another buyer, who is faster. */
async function takeStock(slug: string, code: string, quantity: number): Promise<void> {
  const read = await fetch(`${shop.url}/api/v1/public/products/${slug}`);
  const { data } = (await read.json()) as { data: { id: number; skus: { id: number; code: string }[] } };
  const answer = await fetch(`${shop.url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      product_id: data.id,
      sku_id: data.skus.find((sku) => sku.code === code)?.id,
      quantity,
      email: `faster-${quantity}@example.com`,
    }),
  });
  expect(answer.status).toBe(200);
}

describeInBrowser("buying in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("buying"), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("offers what is left when somebody was faster, and other options when nothing is", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    // The page asks for the stock again by itself; here it learns of it by the refusal alone.
    const stockReads = "**/api/v1/public/products/**";
    const first = await holdRequests(page, stockReads);
    await page.goto(`${shop.url}/products/paperglide-pro?sku=PGP-LIFE`);
    const button = await payButton(guest);
    const priceOfOne = await button.textContent();
    await page.getByLabel("Quantity").fill("5");
    await page.getByLabel("E-mail address").fill("late@example.com");
    await expect.poll(() => button.textContent(), { timeout: 20_000 }).not.toBe(priceOfOne);
    await takeStock("paperglide-pro", "PGP-LIFE", 6);
    await Promise.all([page.waitForResponse((answer) => answer.status() === 409), button.click()]);
    first.release();

    await page.getByText("Only 2 left.").waitFor();
    await page.getByRole("button", { name: "Take 2" }).click();
    await expect.poll(() => page.getByLabel("Quantity").inputValue(), { timeout: 20_000 }).toBe("2");
    await page.getByText("Only 2 left.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Pay $178.00" }).waitFor();

    const second = await holdRequests(page, stockReads);
    await takeStock("paperglide-pro", "PGP-LIFE", 2);
    await Promise.all([page.waitForResponse((answer) => answer.status() === 409), button.click()]);
    second.release();
    await page.getByText("Just sold out.").waitFor();
    const lifetime = page.getByRole("radio", { name: /Lifetime/ });
    await expect.poll(() => lifetime.isDisabled(), { timeout: 20_000 }).toBe(true);
    const struck = page.locator("label").filter({ hasText: "Lifetime" }).locator("span").first();
    expect(await struck.evaluate((text) => getComputedStyle(text).textDecorationLine)).toBe("line-through");
    await page.getByRole("button", { name: /^Personal, 1 year/ }).click();
    await page.getByRole("button", { name: "Pay $58.00" }).waitFor();
    expect(new URL(page.url()).searchParams.get("sku")).toBe("PGP-1Y1");
    await guest.leave();
  });
});
