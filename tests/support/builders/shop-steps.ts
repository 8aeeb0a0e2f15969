import { expect } from "vitest";
import { StaffClient, staffPassword } from "../harness/staff-client";
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

interface Goods {
  slug: string;
  quantity?: number;
  email: string;
  /** Between the order and its payment. */
  meanwhile?: () => void;
}

/** Orders as a guest by the API, has staff confirm the payment, and opens the order's page as a mail's link does. */
export async function openPaidOrder(
  { page }: Visitor,
  shop: { url: string },
  staff: StaffClient,
  { slug, quantity = 1, email, meanwhile }: Goods,
): Promise<string> {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const { data, msg } = await (await fetch(`${shop.url}/api/v1${path}`, init)).json();
    if (!data) throw new Error(`${path}: ${msg}`);
    return data as T;
  };
  const product = await ask<{ id: number; skus: { id: number }[] }>(`/public/products/${slug}`);
  const item = { product_id: product.id, sku_id: product.skus[0]?.id, quantity };
  const { order_no, guest_token } = await ask<{ order_no: string; guest_token: string }>("/guest/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...item, email }),
  });
  meanwhile?.();
  await staff.call("POST", `/orders/${order_no}/confirm-paid`, { note: "Paid at the counter" });
  await page.goto(`${shop.url}/orders/${order_no}#t=${guest_token}`);
  return order_no;
}

export async function readKeys({ page }: Visitor): Promise<{ orderNo: string; keys: string[] }> {
  await page.waitForURL(/\/orders\/[^/]+$/);
  await page
    .getByRole("heading", { level: 1, name: /^Your (keys?|accounts?|links?|licenses?|purchases?)$/ })
    .waitFor();
  const orderNo = new URL(page.url()).pathname.split("/").pop() ?? "";
  return { orderNo, keys: await page.locator("[aria-labelledby=keys] code").allTextContents() };
}

/** Gives a browser a session of its own of a member of staff whose password StaffClient has set. */
export async function logInAsStaff({ page }: Visitor, url: string, email: string): Promise<void> {
  const staff = await StaffClient.again(url, email);
  await page.context().addCookies(staff.session().cookies);
}

/** Through the door of the admin, by clicks. */
export async function logInAtTheDoor({ page }: Visitor, url: string, email: string): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(staffPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
}
