import type { Browser } from "playwright-core";
import { locales } from "@/messages/locales";
import type { BuiltShop } from "../harness/built-shop";
import type { Places } from "../harness/crawl/pages";
import type { Session, Sessions } from "../harness/crawl/readers";
import { breakout, liveCall, liveText } from "../harness/live-content";
import { StaffClient } from "../harness/staff-client";
import { aVisitor } from "../harness/visitor";
import { fillTables } from "./full-tables";
import { payAtGateway, payButton, readKeys } from "./shop-steps";

const email = "ada@example.com";
const password = "nine lanterns over the mill";

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

const wideTable = `<table><tr>${"<td>ABCDE-12345-FGHIJ-67890</td>".repeat(12)}</tr></table>`;

/** Texts that would run, wherever a list, a head or a form shows what somebody typed. */
async function hostileShelf(shop: BuiltShop, staff: StaffClient): Promise<string> {
  const title = `${liveText}${breakout}`;
  const { id: category_id } = await staff.call<{ id: number }>("POST", "/categories", {
    slug: "hostile",
    name: liveText,
  });
  const product = await aProduct(staff, {
    category_id,
    slug: "hostile-goods",
    title,
    summary: title,
    tags: [`<svg onload=${liveCall}>`],
    status: "active",
    auto_secret_kind: "none",
    instructions: title,
    seo: { title: breakout, description: breakout },
    form_fields: [{ key: "answer", type: "text", label: liveText, required: true }],
    skus: [
      { code: "HOSTILE-1", name: liveText, spec: { [liveText.slice(0, 40)]: breakout }, price: "1.00" },
      { code: "HOSTILE-2", name: breakout, price: "2.00" },
    ],
  });
  await staff.call("POST", "/posts", {
    title,
    summary: liveText,
    slug: "hostile-post",
    content: wideTable,
    type: "blog",
    is_published: true,
  });
  await staff.call("POST", "/pages", { title, slug: "hostile-page", place: "footer", is_published: true });
  const item = { ...(await firstOption(staff, product)), form: { answer: title } };
  return (await orderAsGuest(shop, item)).order_no;
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

async function send(address: string, token: string, body: object, method = "POST"): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(address, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
}

/** A guest with an order in each state, whose cookies open them. */
async function aGuestWithOrders(browser: Browser, shop: BuiltShop, staff: StaffClient) {
  const visitor = await aVisitor(browser);
  const { page } = visitor;
  const { license, byHand } = await fillShelves(staff);

  /** An order whose cookie this browser has. */
  async function open(product: number | string): Promise<{ order: string; token: string }> {
    const { order_no: order, guest_token: token } = await orderAsGuest(
      shop,
      await firstOption(staff, product),
    );
    await page.goto(`${shop.url}/orders/${order}#t=${token}`);
    await page.getByRole("link", { name: "Pay now" }).waitFor();
    return { order, token };
  }

  async function openAtGateway(product: string) {
    const opened = await open(product);
    await page.getByRole("link", { name: "Pay now" }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole("button", { name: /^Pay / }).click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    return { ...opened, trade: new URL(page.url()).pathname.split("/").pop() ?? "" };
  }

  async function payThere(product: string) {
    const opened = await openAtGateway(product);
    await payAtGateway(visitor);
    await page.waitForURL(/\/orders\/[^/]+$/);
    return opened;
  }

  async function payAtCounter(product: number | string) {
    const opened = await open(product);
    await staff.call("POST", `/orders/${opened.order}/confirm-paid`, { note: "Paid at the counter" });
    return opened;
  }

  const { order: unpaid, trade } = await openAtGateway("tidemill");
  const { order: key } = await payThere("tidemill");
  const { order: text, token } = await payThere("counterform");
  await send(`${shop.url}/api/v1/guest/orders/${text}/problem`, token, {
    text: "The program says that this key is for another edition, and stops",
  });
  const { product_id } = await firstOption(staff, "counterform");
  const reviews = `${shop.url}/api/v1/guest/orders/${text}/reviews/${product_id}`;
  await send(reviews, token, { stars: 4, text: `${liveText}\n${breakout}` }, "PUT");
  await staff.call("POST", "/reviews/1/show");
  await staff.call("PUT", "/reviews/1/answer", { answer: liveText });
  const { order: account } = await payAtCounter("hedgerow-vpn");
  const { order: handwork } = await payAtCounter(byHand);
  const { order: renewable } = await payAtCounter(license);
  const renew = await page.getByRole("link", { name: "Renew" }).getAttribute("href");
  const renewal = renew?.split("?")[1] ?? "";
  const { order: refunded } = await payAtCounter("tidemill");
  const { order: paid } = await staff.call<{ order: { amount: string } }>("GET", `/orders/${refunded}`);
  await staff.call("POST", `/orders/${refunded}/refund`, { amount: paid.amount, method: "manual" });
  const { order: canceled } = await open("tidemill");
  await staff.call("POST", `/orders/${canceled}/cancel`);
  const session = await page.context().storageState();
  await visitor.leave();
  return { session, unpaid, trade, key, text, account, handwork, renewable, renewal, refunded, canceled };
}

/** Somebody with an account, an order and a recharge. */
async function aMember(browser: Browser, shop: BuiltShop, staff: StaffClient) {
  const visitor = await aVisitor(browser);
  const { page } = visitor;
  const own = "member@example.com";
  await page.goto(`${shop.url}/register`);
  await page.getByLabel("E-mail address").fill(own);
  await page.getByText("This shop does not send e‑mail").waitFor();
  await page.getByRole("button", { name: "Make a code" }).click();
  const mail = await staff.mail(own, "code");
  await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("What shall we call you?").fill(liveText);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/account/orders");
  await page.goto(`${shop.url}/products/tidemill`);
  await (await payButton(visitor)).click();
  await payAtGateway(visitor);
  const { orderNo: memberOrder } = await readKeys(visitor);
  await page.goto(`${shop.url}/account/wallet`);
  await page.getByRole("button", { name: /^Top up .*20\.00/ }).click();
  await payAtGateway(visitor);
  await page.waitForURL(/\/account\/wallet\/recharge\//);
  const recharge = new URL(page.url()).pathname.split("/").pop() ?? "";
  const session = await page.context().storageState();
  await visitor.leave();
  return { session, memberOrder, recharge };
}

const empty: Session = { cookies: [], origins: [] };

async function sessionsOfStaff(shop: BuiltShop, owner: StaffClient): Promise<Partial<Sessions>> {
  const sessions: Partial<Sessions> = { owner: owner.session() };
  for (const role of ["manager", "support", "viewer"] as const) {
    const clerk = await owner.hire(shop, role);
    sessions[role] = clerk.session();
  }
  return sessions;
}

/** The shop that the crawl visits: each list has rows, each kind of order and each role is there. */
export async function fillCrawledShop(
  browser: Browser,
  shop: BuiltShop,
): Promise<{ places: Places; sessions: Sessions }> {
  const owner = await StaffClient.enter(shop);
  await owner.call("PATCH", "/settings", { locales });
  await owner.call("POST", "/session/tokens", {
    name: liveText,
    areas: { catalogue: "write", stock: "write", orders: "read", customers: "read", money: "write" },
    ip_allow_list: ["198.51.100.0/24", "2001:db8::/32"],
    expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    proved: true,
  });
  await owner.call("POST", "/login-providers", {
    key: "mill",
    name: liveText,
    issuer: "https://id.mill-house.example/realms/a-rather-long-name-of-a-realm",
    client_id: "shop",
  });
  const [tables, guest, member, staff, hostile] = await Promise.all([
    fillTables(shop, owner),
    aGuestWithOrders(browser, shop, owner),
    aMember(browser, shop, owner),
    sessionsOfStaff(shop, owner),
    hostileShelf(shop, owner),
  ]);
  return {
    places: { ...tables, ...guest, ...member, hostile },
    sessions: { anonymous: empty, guest: guest.session, member: member.session, ...staff } as Sessions,
  };
}
