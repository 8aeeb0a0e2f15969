import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logInAsStaff, openPaidOrder } from "../support/builders/shop-steps";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

const slug = "tidemill";
const email = "reviewer@example.com";
const words = "The key worked at once.\n<script>alert(1)</script>";

interface Product {
  "@type": string;
  aggregateRating?: { ratingValue: number; reviewCount: number };
  review?: { author: { name: string }; reviewBody?: string; reviewRating: { ratingValue: number } }[];
}

/** Reads how the product's page tells search engines of the product. */
async function readJsonLd(): Promise<Product | undefined> {
  const html = await (await fetch(`${shop.url}/products/${slug}`)).text();
  const texts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)];
  const graphs = texts.map(([, text = "{}"]) => JSON.parse(text) as { "@graph"?: Product[] });
  return graphs.flatMap((graph) => graph["@graph"] ?? []).find((one) => one["@type"] === "Product");
}

describeInTurn(0, 2, "reviews in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("reviews"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("are written by a guest who bought, shown and answered by the operator, and read on the product's page [C183]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await openPaidOrder(guest, shop, staff, { slug, email });
    await page.getByRole("link", { name: "Write a review" }).click();
    await page.getByRole("heading", { level: 1, name: "Review what you bought" }).waitFor();
    const send = page.getByRole("button", { name: "Send the review" });
    expect(await send.isDisabled()).toBe(true);
    await page.getByRole("radio", { name: "4 stars of 5" }).press("Space");
    await page.getByLabel("Your review").fill(words);
    await send.click();
    await page.getByText("It is shown as soon as the shop has read it.").waitFor();
    expect(await readJsonLd()).not.toHaveProperty("aggregateRating");

    const desk = await aVisitor(browser);
    await logInAsStaff(desk, shop.url, shop.admin.email);
    await desk.page.goto(`${shop.url}/admin`);
    await desk.page.getByRole("link", { name: "A review waits for a check", exact: true }).click();
    await desk.page.getByRole("heading", { level: 1, name: "Reviews" }).waitFor();
    await desk.page.getByText("The key worked at once.").waitFor();
    await desk.page.getByRole("button", { name: "Show", exact: true }).click();
    await desk.page.getByRole("alertdialog").getByRole("button", { name: "Show" }).click();
    await desk.page.getByRole("alertdialog").waitFor({ state: "detached" });
    await desk.page.goto(`${shop.url}/admin/reviews`);
    await desk.page.getByRole("button", { name: "Answer", exact: true }).click();
    const dialog = desk.page.getByRole("dialog");
    await dialog.getByLabel("Answer").fill("Thank you for telling.");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await desk.page.getByText("Thank you for telling.").waitFor();

    const reader = await aVisitor(browser, { ...phone, javaScriptEnabled: false });
    await reader.page.goto(`${shop.url}/products/${slug}`);
    await reader.page.getByRole("link", { name: /1 review$/ }).click();
    const section = reader.page.getByRole("region", { name: "What buyers say" });
    await section.getByText("The key worked at once.").waitFor();
    await section.getByText("A buyer", { exact: true }).waitFor();
    await section.getByText("Thank you for telling.").waitFor();
    expect(await section.getByRole("img", { name: "4 stars of 5" }).count()).toBe(1);
    expect(await readJsonLd()).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
      review: [{ author: { name: "A buyer" }, reviewBody: words, reviewRating: { ratingValue: 4 } }],
    });
    expect(await reader.page.content()).not.toContain(email);
    await reader.leave();
    await desk.leave();

    await page.reload();
    await page.getByText("Thank you for telling.").waitFor();
    await page.getByRole("button", { name: "Change it" }).click();
    await page.getByRole("radio", { name: "5 stars of 5" }).press("Space");
    await page.getByRole("button", { name: "Send the review" }).click();
    await page.getByText("It is shown as soon as the shop has read it.").waitFor();
    await page.getByRole("button", { name: "Delete it" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete it" }).click();
    await page.getByLabel("Your review").waitFor();
    expect(await readJsonLd()).not.toHaveProperty("review");
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("are not asked for, and not shown, in a shop that takes none", async () => {
    await staff.call("PATCH", "/settings", { reviews: "off" });
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    const orderNo = await openPaidOrder(guest, shop, staff, { slug: "lanternfall", email });
    await page.getByRole("link", { name: "Buy again" }).waitFor();
    expect(await page.getByRole("link", { name: "Write a review" }).count()).toBe(0);
    await page.goto(`${shop.url}/orders/${orderNo}/review`);
    await page.getByText("There is nothing to review in this order").waitFor();
    await guest.leave();
  });
});
