import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser";
import { type BuiltShop, startBuiltShop } from "../support/built-shop";
import { FakeAlipay } from "../support/gateways/alipay";
import { FakeEpay, FakeEpayV2 } from "../support/gateways/epay";
import { FakeEpusdt } from "../support/gateways/epusdt";
import type { LoopbackGateway } from "../support/gateways/loopback-gateway";
import { FakePaypal } from "../support/gateways/paypal";
import { FakeStripe } from "../support/gateways/stripe";
import { FakeTokenpay } from "../support/gateways/tokenpay";
import { FakeVmq } from "../support/gateways/v-mianqian";
import { FakeWechat } from "../support/gateways/wechat";
import { FakeXunhu } from "../support/gateways/xunhu";
import { logInAsStaff, payButton, readKeys } from "../support/shop-steps";
import { StaffClient } from "../support/staff-client";
import { aVisitor, launchBrowser, type Visitor } from "../support/visitor";

interface Offer {
  code: string;
  gateway: LoopbackGateway;
  /** The shop shows a code; else the browser goes to the gateway's page. */
  showsCode?: boolean;
  refundsByHand?: boolean;
}

const offers: readonly Offer[] = [
  { code: "stripe", gateway: new FakeStripe() },
  { code: "paypal", gateway: new FakePaypal() },
  { code: "alipay", gateway: new FakeAlipay(), showsCode: true },
  { code: "wechat", gateway: new FakeWechat(), showsCode: true },
  { code: "tokenpay", gateway: new FakeTokenpay(), refundsByHand: true },
  { code: "xunhu", gateway: new FakeXunhu(), refundsByHand: true },
  { code: "vmq", gateway: new FakeVmq(), refundsByHand: true },
  { code: "epay", gateway: new FakeEpay(), refundsByHand: true },
  { code: "epay_v2", gateway: new FakeEpayV2(), refundsByHand: true },
  { code: "epusdt", gateway: new FakeEpusdt(), refundsByHand: true },
];

let shop: BuiltShop;
let browser: Browser;
let clerk: Visitor;
const channelIds = new Map<string, number>();

/** The gateway's message, over HTTP to the shop's own address. */
async function notify({ code, gateway }: Offer, paymentNo: string): Promise<void> {
  const { query, ...message } = gateway.message(paymentNo);
  const address = `${shop.url}/api/v1/payments/callback/${code}/${channelIds.get(code)}`;
  const answer = await fetch(query ? `${address}?${query}` : address, message);
  expect(answer.status, await answer.text()).toBe(200);
}

describeInBrowser("buying and refunding through each gateway", () => {
  beforeAll(async () => {
    await Promise.all(offers.map(({ gateway }) => gateway.start()));
    [shop, browser] = await Promise.all([
      startBuiltShop("gateways", { "payments.allowPrivateNetworks": "true" }),
      launchBrowser(),
    ]);
    const owner = await StaffClient.enter(shop);
    for (const { code, gateway } of offers) {
      const settings = gateway.settings();
      const rate = code === "stripe" || code === "paypal" ? {} : { rate: "7.1" };
      const channel = { name: `Pay by ${code}`, provider: code, is_active: true, settings, ...rate };
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

  it.each(offers)("delivers and sends the money back: $code", async (offer) => {
    const { code, gateway } = offer;
    const guest = await aVisitor(browser);
    const { page } = guest;
    await page.goto(`${shop.url}/products/tidemill`);
    const button = await payButton(guest);
    await page
      .locator("label")
      .filter({ hasText: new RegExp(`Pay by ${code}(?!_)`) })
      .click();
    await page.getByLabel("E-mail address").fill(`${code}@example.com`);
    await button.click();
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
  });
});
