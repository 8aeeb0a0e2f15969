import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
const slug = "atlas-month";

describeInTurn(0, 2, "renewals in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("renewals"), launchBrowser()]);
    const staff = await StaffClient.enter(shop);
    const category = await staff.call<{ id: number }>("POST", "/categories", { slug: "maps", name: "Maps" });
    const product = await staff.call<{ id: number }>("POST", "/products", {
      category_id: category.id,
      slug,
      title: "Atlas Studio",
      auto_secret_kind: "text",
      skus: [{ code: "ATLAS-30", name: "30 days", price: "9.00", stock: null }],
    });
    const skuId = await staff.skuId("ATLAS-30");
    await staff.call("PUT", `/skus/${skuId}/delivery`, {
      settings: { license: { product: "atlas", plan: "studio", valid_days: 30 } },
    });
    await staff.call("PATCH", `/products/${product.id}`, { status: "active" });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("are bought from the order's page, and both orders show the same key with the later end", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/${slug}`);
    const button = await payButton(guest);
    await page.getByLabel("E-mail address").fill("mapper@example.com");
    await button.click();
    await payAtGateway(guest);
    const first = await readKeys(guest);
    const firstUrl = page.url();
    const endOf = async () =>
      (await page.locator("[aria-labelledby=renewals] time").getAttribute("datetime")) ?? "";
    const before = await endOf();

    await page.getByRole("link", { name: "Renew" }).click();
    await page.getByRole("heading", { level: 1, name: "Renew" }).waitFor();
    await page.getByText("9.00").first().waitFor();
    await page.getByRole("button", { name: "Order and pay" }).click();
    await page.waitForURL(/\/pay\//);
    await (await payButton(guest)).click();
    await payAtGateway(guest);
    const second = await readKeys(guest);
    expect(second.orderNo).not.toBe(first.orderNo);
    expect(second.keys).toEqual(first.keys);
    await page.getByText(`This renewed your purchase from order ${first.orderNo}`).waitFor();
    const after = await endOf();
    expect((Date.parse(after) - Date.parse(before)) / 86_400_000).toBe(30);

    await page.goto(firstUrl);
    await page.locator("[aria-labelledby=renewals]").waitFor();
    expect(await endOf()).toBe(after);
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });
});
