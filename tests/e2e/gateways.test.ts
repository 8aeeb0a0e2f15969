import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeOffer, fakeOffers } from "@/tools/gateways/fake-gateways";
import { logInAsStaff, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

const offers = fakeOffers();

let shop: BuiltShop;
let browser: Browser;
let clerk: Visitor;
const channelIds = new Map<string, number>();

const offerOf = (code: string): FakeOffer => {
  const offer = offers.find((one) => one.code === code);
  if (!offer) throw new Error(`No gateway ${code}`);
  return offer;
};

/** Orders on the page of a product, up to the press that pays. */
async function orderThrough(guest: Visitor, code: string): Promise<void> {
  const { page } = guest;
  await page.goto(`${shop.url}/products/tidemill`);
  const button = await payButton(guest);
  await page
    .locator("label")
    .filter({ hasText: new RegExp(`Pay by ${code}(?!_)`) })
    .click();
  await page.getByLabel("E-mail address").fill(`${code}@example.com`);
  await button.click();
}

/** The gateway's message, over HTTP to the shop's own address. */
async function notify({ code, gateway }: FakeOffer, paymentNo: string): Promise<void> {
  const { query, ...message } = gateway.message(paymentNo);
  const address = `${shop.url}/api/v1/payments/callback/${code}/${channelIds.get(code)}`;
  const answer = await fetch(query ? `${address}?${query}` : address, message);
  expect(answer.status, await answer.text()).toBe(200);
}

describeInBrowser("buying and refunding through each gateway", () => {
  beforeAll(async () => {
    await Promise.all(offers.map(({ gateway }) => gateway.start()));
    [shop, browser] = await Promise.all([
      startBuiltShop("gateways", {
        "payments.allowPrivateNetworks": "true",
        // Every buyer here has the same address.
        "limits.guestOrdersPerMinute": "1000",
      }),
      launchBrowser(),
    ]);
    const owner = await StaffClient.enter(shop);
    for (const { code, gateway, rate } of offers) {
      const settings = gateway.settings();
      const channel = { name: `Pay by ${code}`, provider: code, is_active: true, settings, rate };
      const { id } = await owner.call<{ id: number }>("POST", "/payment-channels", channel);
      channelIds.set(code, id);
    }
    clerk = await aVisitor(browser);
    await logInAsStaff(clerk, shop.url, shop.admin.email);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await Promise.all(offers.map(({ gateway }) => gateway.stop()));
  });

  // Each protocol has tests of its own (tests/api/payments); here a quarter of them meets the browser in turn.
  it.each(offers.filter((_, at) => isTurnOf(at, 4)))(
    "delivers and sends the money back: $code",
    async (offer) => {
      const { code, gateway } = offer;
      const guest = await aVisitor(browser);
      const { page } = guest;
      await orderThrough(guest, code);
      await expect.poll(() => gateway.books.size, { timeout: 30_000 }).toBe(1);
      const [paymentNo = ""] = gateway.books.keys();
      if (offer.showsCode) await page.waitForURL(/\/pay\//);
      else await page.waitForURL((url) => url.href.startsWith(gateway.url));
      gateway.pay(paymentNo);
      await notify(offer, paymentNo);
      // Where the shop shows a code, its page moves on by itself.
      if (!offer.showsCode) await page.goto(`${shop.url}/api/v1/payments/return/${paymentNo}`);
      const { orderNo, keys } = await readKeys(guest);
      expect(keys).toHaveLength(1);
      await guest.leave();

      await clerk.page.goto(`${shop.url}/admin/orders/${orderNo}`);
      await clerk.page.getByRole("button", { name: "Refund", exact: true }).click();
      const dialog = clerk.page.getByRole("dialog");
      const offered = await dialog.getByLabel("Where the money goes").textContent();
      if (offer.refundsByHand) {
        expect(offered).not.toContain("Through the gateway");
      } else {
        expect(offered).toContain("Through the gateway");
        await dialog.getByRole("button", { name: "Refund", exact: true }).click();
        await expect.poll(() => gateway.refunds.size, { timeout: 60_000 }).toBe(1);
        expect([...gateway.refunds.values()][0]?.cents).toBe(gateway.bookOf(paymentNo).cents);
      }
    },
  );

  it("tells every tab that a gateway does not answer, of a payment begun elsewhere, and of money after the end", async () => {
    const alipay = offerOf("alipay");
    alipay.gateway.forget();
    alipay.gateway.mode = "error";
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.clock.install();
    await orderThrough(guest, "alipay");
    await page.waitForURL(/\/pay\//);
    const unreachable = "Pay by alipay does not answer right now";
    await page.getByText(unreachable).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText(unreachable).waitFor();

    alipay.gateway.mode = "answer";
    await page.getByRole("button", { name: /^Pay \D*\d/ }).click();
    const waiting = "Waiting for the payment";
    await page.getByText(waiting).waitFor();
    // The page of the other tab goes on with the payment that this one began.
    await other.getByText(waiting).waitFor({ timeout: 60_000 });
    for (const tab of [page, other]) {
      await tab.getByRole("img", { name: "Payment code to scan" }).waitFor();
      await tab.getByText(/^You will be charged/).waitFor();
    }

    await other.getByRole("button", { name: "Cancel order" }).click();
    await other.getByRole("button", { name: "Cancel the order" }).click();
    for (const tab of [other, page]) {
      await tab.getByRole("heading", { name: "This order was canceled" }).waitFor({ timeout: 60_000 });
      await tab.getByText("Already paid? There is nothing to do").waitFor();
    }
    const [paymentNo = ""] = alipay.gateway.books.keys();
    alipay.gateway.pay(paymentNo);
    await notify(alipay, paymentNo);
    // The page of a closed order asks three times a minute.
    await page.clock.runFor(20_000);
    await other.waitForURL(/\/orders\//);
    const { keys } = await readKeys({ ...guest, page: other });
    await page.getByText(keys[0] ?? "no key").waitFor();
    await guest.leave();
  });

  it("says that the page of a gateway does not open, and leads to the order", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.clock.install();
    // The browser stays on the page, as it does while a gateway keeps it waiting.
    await page.route("**/submit.php?**", (route) => route.fulfill({ status: 204 }));
    const asked = page.waitForRequest("**/submit.php?**");
    await orderThrough(guest, "epay");
    await asked;
    await page.clock.fastForward(10_000);
    await page.getByText("Pay by epay is slow to open").waitFor();
    await page.getByRole("link", { name: "To my order" }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByText("Waiting for the payment").waitFor();
    await guest.leave();
  });
});
