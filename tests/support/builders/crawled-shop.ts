import type { Browser } from "playwright-core";
import type { Locale } from "@/messages/locales";
import type { BuiltShop } from "../harness/built-shop";
import type { ReadPage } from "../harness/page-words";
import type { StaffClient } from "../harness/staff-client";
import { aVisitor, type Visitor } from "../harness/visitor";
import { payAtGateway, payButton, readKeys } from "./shop-steps";

const email = "ada@example.com";
const password = "nine lanterns over the mill";

/** What the admin's pages have to show: a row of each kind that a new shop does not have. */
export async function fillAdmin(staff: StaffClient): Promise<void> {
  await staff.call("POST", "/interconnect/sites", { name: "Agent shop" });
  await staff.call("POST", "/interconnect/connections", {
    name: "Main site",
    base_url: "https://main.example.com",
    key: "site_0123456789",
    secret: "a-secret-of-it",
  });
  await staff.call("POST", "/gift-cards", { name: "Launch", amount: "10", quantity: 2 });
  await staff.call("PATCH", "/settings", { site_name: "Corner shop" });
}

async function aProduct(staff: StaffClient, product: Record<string, unknown>): Promise<number> {
  const { id } = await staff.call<{ id: number }>("POST", "/products", product);
  return id;
}

/** A license that ends and can be renewed, and work by hand. */
async function fillShelves(staff: StaffClient): Promise<{ license: number; byHand: number }> {
  const { id: category_id } = await staff.call<{ id: number }>("POST", "/categories", {
    slug: "maps",
    name: "Maps",
  });
  const license = await aProduct(staff, {
    category_id,
    slug: "atlas-month",
    title: "Atlas Studio",
    auto_secret_kind: "text",
    skus: [{ code: "ATLAS-30", name: "30 days", price: "9.00", stock: null }],
  });
  await staff.call("PUT", `/skus/${await staff.skuId("ATLAS-30")}/delivery`, {
    settings: { license: { product: "atlas", plan: "studio", valid_days: 30 } },
  });
  await staff.call("PATCH", `/products/${license}`, { status: "active" });
  const byHand = await aProduct(staff, {
    category_id,
    slug: "drawn-map",
    title: "Drawn map",
    status: "active",
    auto_secret_kind: "none",
    skus: [{ code: "DRAWN-1", name: "A4", price: "5.00", stock: null }],
  });
  return { license, byHand };
}

async function firstOption(staff: StaffClient, product: number | string) {
  const { products } = await staff.call<{ products: { id: number; slug: string }[] }>(
    "GET",
    "/products?per_page=100",
  );
  const product_id = products.find((one) => one.slug === product || one.id === product)?.id;
  const { skus } = await staff.call<{ skus: { id: number }[] }>("GET", `/products/${product_id}`);
  return { product_id, sku_id: skus[0]?.id, quantity: 1 };
}

async function orderAsGuest(
  shop: BuiltShop,
  item: object,
): Promise<{ order_no: string; guest_token: string }> {
  const answer = await fetch(`${shop.url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ items: [item], email }),
  });
  const { data, msg } = (await answer.json()) as {
    data: { order_no: string; guest_token: string };
    msg: string;
  };
  if (!answer.ok) throw new Error(`${JSON.stringify(item)}: ${msg}`);
  return data;
}

export interface Reader {
  visitor: Visitor;
  /** Pages that are read whatever else leads to their kind. */
  starts: string[];
}

/** A guest with an order in each state, whose cookies open them. */
export async function aGuestWithOrders(
  browser: Browser,
  shop: BuiltShop,
  staff: StaffClient,
): Promise<Reader> {
  const visitor = await aVisitor(browser);
  const { page } = visitor;
  const { license, byHand } = await fillShelves(staff);
  const starts: string[] = [];

  async function open(product: number | string, isPaid: boolean): Promise<string> {
    const { order_no: orderNo, guest_token: token } = await orderAsGuest(
      shop,
      await firstOption(staff, product),
    );
    await page.goto(`${shop.url}/orders/${orderNo}#t=${token}`);
    await page.getByRole("link", { name: "Pay now" }).click();
    await page.waitForURL(/\/pay\//);
    starts.push(`/orders/${orderNo}`);
    await page.getByRole("button", { name: /^Pay / }).click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    if (!isPaid) {
      starts.push(new URL(page.url()).pathname, `/pay/${orderNo}`);
      return orderNo;
    }
    await payAtGateway(visitor);
    await page.waitForURL(/\/orders\/[^/]+$/);
    starts.push(`/orders/${orderNo}/receipt`);
    return orderNo;
  }

  await open("tidemill", false);
  for (const product of ["tidemill", "counterform", "hedgerow-vpn", byHand]) await open(product, true);
  await open(license, true);
  const renew = await page.getByRole("link", { name: "Renew" }).getAttribute("href");
  starts.push(renew ?? "");
  const refunded = await open("tidemill", true);
  const { order: paid } = await staff.call<{ order: { amount: string } }>("GET", `/orders/${refunded}`);
  await staff.call("POST", `/orders/${refunded}/refund`, { amount: paid.amount, method: "manual" });
  const canceled = await open("tidemill", false);
  await staff.call("POST", `/orders/${canceled}/cancel`);
  return { visitor, starts };
}

/** Somebody with an account, an order and a recharge. */
export async function aMember(browser: Browser, shop: BuiltShop, staff: StaffClient): Promise<Reader> {
  const visitor = await aVisitor(browser);
  const { page } = visitor;
  const own = "member@example.com";
  await page.goto(`${shop.url}/register`);
  await page.getByLabel("E-mail address").fill(own);
  await page.getByText("This shop sends no mails").waitFor();
  await page.getByRole("button", { name: "Make a code" }).click();
  const mail = await staff.mail(own, "code");
  await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("What shall we call you?").fill("Regular");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/account/orders");
  await page.goto(`${shop.url}/products/tidemill`);
  await (await payButton(visitor)).click();
  await payAtGateway(visitor);
  const { orderNo } = await readKeys(visitor);
  await page.goto(`${shop.url}/account/wallet`);
  await page.getByRole("button", { name: /^Top up .*20\.00/ }).click();
  await payAtGateway(visitor);
  await page.waitForURL(/\/account\/wallet\/recharge\//);
  const recharge = new URL(page.url()).pathname;
  const account = ["orders", "profile", "security", "wallet"].map((name) => `/account/${name}`);
  return { visitor, starts: [...account, `/account/orders/${orderNo}`, recharge] };
}

/** As a browser shows it in a language, when its scripts have run. */
export async function browserReader({ visitor: { page } }: Reader, shop: BuiltShop, locale: Locale) {
  await page.context().addCookies([{ name: "locale", value: locale, url: shop.url }]);
  return async (path: string): Promise<ReadPage | null> => {
    const answer = await page.goto(`${shop.url}${path}`);
    // What the scripts ask for belongs to the page. An order that waits keeps its line open and is read as it stands.
    await page.waitForLoadState("networkidle", { timeout: 1_500 }).catch(() => null);
    if (!answer || new URL(page.url()).pathname !== path.replace(/\?.*$/, "")) return null;
    return { status: answer.status(), html: await page.content() };
  };
}
