import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { offered } from "../support/builders/offered-products";
import { logInAsStaff, openPaidOrder } from "../support/builders/shop-steps";
import { signedFor } from "../support/builders/sites";
import { type FakeMain, startFakeMain } from "../support/fakes/fake-main";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, type Visitor } from "../support/harness/visitor";

const credentials = { key: "agent_key_0001", secret: "the-shared-secret" };
const email = "buyer@example.com";
let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let main: FakeMain;
let clerk: Visitor;
let page: Page;
let slug: string;

const patience = { timeout: 20_000, interval: 100 };
const purchases = async () =>
  (
    await staff.call<{
      purchases: { id: number; order_no: string; status: string; question: string | null }[];
    }>("GET", "/interconnect/purchases")
  ).purchases;

/** The newest purchase, as soon as it is in this state, with this question. */
async function untilPurchase(status: string, question: string | null) {
  await expect.poll(async () => (await purchases())[0], patience).toMatchObject({ status, question });
  const [newest] = await purchases();
  if (!newest) throw new Error("There is no purchase");
  return newest;
}

/** A guest buys and stays on the page of the order. Something may happen between the order and the payment. */
async function aBuyer(meanwhile = () => {}): Promise<Visitor> {
  const buyer = await aVisitor(browser);
  await openPaidOrder(buyer, shop, staff, { slug, email, meanwhile });
  return buyer;
}

const keyOf = (buyer: Visitor) => buyer.page.locator("[aria-labelledby=keys] code").first().textContent();

/** Presses one of the buttons at the head of the page, reads the question, and says yes. */
async function decide(button: string, question: RegExp): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  expect(await dialog.textContent()).toMatch(question);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

const answered = (fact: string) =>
  page
    .getByRole("row", { name: new RegExp(`^${fact}`) })
    .getByRole("cell")
    .last();

/** From the list of what is to be done, by the alert's own text. */
async function followAlert(text: RegExp, id: number): Promise<void> {
  await page.goto(`${shop.url}/admin/tasks`);
  await page.getByRole("main").getByRole("link", { name: text }).first().click();
  await page.waitForURL(`**/admin/purchases/${id}`);
}

describeInBrowser("a main site that answers otherwise than was agreed", () => {
  beforeAll(async () => {
    [shop, browser, main] = await Promise.all([
      startBuiltShop("purchases", { "interconnect.allowPrivateNetworks": "true" }),
      launchBrowser(),
      startFakeMain(credentials),
    ]);
    main.state.products = [offered(1)];
    staff = await StaffClient.enter(shop);
    const { id } = await staff.call<{ id: number }>("POST", "/interconnect/connections", {
      name: "Supplier",
      base_url: main.url,
      ...credentials,
    });
    const at = `/interconnect/connections/${id}`;
    await staff.call("POST", `${at}/sync`, {});
    const offers = () => staff.call<{ offers: unknown[] }>("GET", `${at}/offers`);
    await vi.waitFor(async () => expect((await offers()).offers).toHaveLength(1), patience);
    const { imported } = await staff.call<{ imported: { product_id: number; slug: string }[] }>(
      "POST",
      `${at}/import`,
      { upstream_product_ids: [1] },
    );
    slug = imported[0]?.slug ?? "";
    await staff.call("POST", "/products/bulk", { ids: [imported[0]?.product_id], status: "active" });
    clerk = await aVisitor(browser);
    page = clerk.page;
    await logInAsStaff(clerk, shop.url, shop.admin.email);
  });

  afterAll(async () => {
    await browser?.close();
    await main?.stop();
    await shop?.stop();
  });

  it("another price: the alert leads to both sides, and it goes on when it is taken [C165]", async () => {
    main.state.next.paid.push({ code: 5000 });
    const buyer = await aBuyer(() => Object.assign(main.orders.get("U1") ?? {}, { amount: "6.00" }));
    const { id } = await untilPurchase("paying", "terms");
    await followAlert(/look at both sides/, id);
    await expect.poll(() => answered("Amount").textContent()).toMatch(/6\.00/);
    expect(await answered("Currency").textContent()).toBe("as agreed");
    await decide("Take it as they say", /counts as agreed from now on/);
    await page.getByText("Delivered").first().waitFor();
    expect(await keyOf(buyer)).toBe("CARD-U1");
    expect(await page.getByRole("button", { name: "Refuse" }).count()).toBe(0);
    await buyer.leave();
  });

  it("another key after the first: the buyer keeps the first when it is refused [C166]", async () => {
    const buyer = await aBuyer();
    const { id, order_no } = await untilPurchase("delivered", null);
    expect(await keyOf(buyer)).toBe("CARD-U2");
    const body = JSON.stringify({
      event: "order.fulfilled",
      upstream_order_no: "U2",
      downstream_order_no: order_no,
      fulfillment: { status: "ready", payload: "ANOTHER-KEY" },
      timestamp: new Date().toISOString(),
    });
    await fetch(`${shop.url}/api/v1/interconnect/callback`, {
      method: "POST",
      headers: { "content-type": "application/json", ...signedFor(credentials, body) },
      body,
    });
    await untilPurchase("delivered", "changed");
    await followAlert(/keeps the former ones/, id);
    expect(await answered("Keys").textContent()).toBe("1 other key");
    expect(await page.getByRole("main").textContent()).not.toContain("ANOTHER-KEY");
    await decide("Refuse", /keeps the goods that came first/);
    await untilPurchase("delivered", null);
    await buyer.page.reload();
    expect(await keyOf(buyer)).toBe("CARD-U2");
    await buyer.leave();
  });

  it("an order that it forgot: another one is ordered, and the buyer gets its key [C79]", async () => {
    main.state.fulfillment = "processing";
    const buyer = await aBuyer();
    const { id, order_no } = await untilPurchase("held", null);
    main.orders.clear();
    // From the buyer's order to both sides.
    await page.goto(`${shop.url}/admin/orders/${order_no}`);
    await page.getByRole("link", { name: "Both sides" }).click();
    await page.waitForURL(`**/admin/purchases/${id}`);
    await decide("Try again", /Nothing is paid twice/);
    await untilPurchase("held", "paid");
    await followAlert(/may be paid there/, id);
    expect(await answered("State of the order").textContent()).toBe("the order is not known there");

    await page.goto(`${shop.url}/admin/connections/1/settings`);
    const open = page.getByRole("main").getByText("1 open purchase");
    await open.waitFor();
    await page.getByRole("link", { name: "Open purchases" }).click();
    await page.waitForURL(/connection_id=1&open=true/);
    await page.getByText("1 waits for you").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Both sides" }).click();

    main.state.fulfillment = "ready";
    await decide("Order another one", /ask there first/);
    await untilPurchase("delivered", null);
    expect((await purchases()).slice(0, 2).map(({ status }) => status)).toEqual(["delivered", "superseded"]);
    await buyer.page.reload();
    expect(await keyOf(buyer)).toMatch(/^CARD-U/);
    await buyer.leave();
  });

  it("an order that costs more than the buyer paid: the page says why it failed [C165]", async () => {
    main.state.price = "500.00";
    await expect(aBuyer()).rejects.toThrow(/has just changed/);
    const { id } = await untilPurchase("failed", null);
    await page.goto(`${shop.url}/admin/purchases/${id}`);
    await page.getByRole("main").getByText("The main site's price is above ours").first().waitFor();
  });

  it("the mapping says which keys may come again [C164]", async () => {
    await page.goto(`${shop.url}/admin/connections/1`);
    const open = () => page.getByRole("button", { name: "Change", exact: true }).click();
    const all = page.getByRole("dialog").getByText("All buyers get the same (shared text)");
    await open();
    await all.click();
    await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    await open();
    expect(await page.getByRole("radio", { name: /All buyers get the same/ }).isChecked()).toBe(true);
    expect(clerk.problems).toEqual([]);
  });
});
