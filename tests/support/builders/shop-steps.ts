import { expect } from "vitest";
import { staffPassword } from "../harness/staff-client";
import type { Visitor } from "../harness/visitor";

/** Till the price of the shop stands on the button: from then on the form listens. */
export async function payButton({ page }: Visitor) {
  const button = page.getByRole("button", { name: /^Pay \D*\d/ });
  await button.waitFor();
  return button;
}

/** Presses "pay" on the page of the test gateway. */
export async function payAtGateway({ page }: Visitor): Promise<void> {
  await page.waitForURL(/\/test-gateway\/pay\//);
  await page.getByRole("button", { name: "Pay, as a test" }).click();
}

type Purchase = { url: string; slug: string; email: string; sku?: string };

/** Orders as a guest, from the product's page to the gateway. */
export async function orderAsGuest(visitor: Visitor, purchase: Purchase): Promise<void> {
  const { page } = visitor;
  await page.goto(`${purchase.url}/products/${purchase.slug}`);
  const button = await payButton(visitor);
  if (purchase.sku) await page.locator("label").filter({ hasText: purchase.sku }).click();
  await page.getByLabel("E-mail address").fill(purchase.email);
  await button.click();
}

/** Buys as a guest, from the product's page to the key. Returns the number of the order and its keys. */
export async function buyAsGuest(
  visitor: Visitor,
  purchase: Purchase,
): Promise<{ orderNo: string; keys: string[] }> {
  await orderAsGuest(visitor, purchase);
  await payAtGateway(visitor);
  return readKeys(visitor);
}

/** Orders as a guest and lets the payment fail, which leads to the pay page. */
export async function failToBuy(visitor: Visitor, purchase: Purchase): Promise<void> {
  await orderAsGuest(visitor, purchase);
  await visitor.page.getByRole("button", { name: "Let it fail" }).click();
  await visitor.page.waitForURL(/\/pay\//);
}

export async function readKeys({ page }: Visitor): Promise<{ orderNo: string; keys: string[] }> {
  await page.waitForURL(/\/orders\/[^/]+$/);
  await page
    .getByRole("heading", { level: 1, name: /^Your (keys?|accounts?|links?|licenses?|purchases?)$/ })
    .waitFor();
  const orderNo = new URL(page.url()).pathname.split("/").pop() ?? "";
  return { orderNo, keys: await page.locator("[aria-labelledby=keys] code").allTextContents() };
}

/** Through the door of the admin, with the password that StaffClient has set. */
export async function logInAsStaff({ page }: Visitor, url: string, email: string): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(staffPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
}
