import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { anOffer } from "../support/builders/built-offers";
import { failToBuy, payAtGateway } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;

const email = "train@example.com";
const offline = "The shop cannot be reached. Check your connection and try again.";

describeInBrowser("a purchase on a bad line", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("lost"), launchBrowser()]);
    const staff = await StaffClient.enter(shop);
    const wholesale = [{ min_quantity: 2, percent: 5 }];
    const sku = { price: "10.00", content: "Read me first.", wholesale };
    await anOffer(staff, { slug: "prism-pack", title: "Prism pack", kind: "text", sku });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("keeps an order that failed to be paid open for another try on a line that comes back", async () => {
    const guest = await aVisitor(browser, phone);
    await failToBuy(guest, { url: shop.url, slug: "prism-pack", email });
    await guest.page.context().setOffline(true);
    await guest.page.getByRole("button", { name: /^Pay / }).click();
    await guest.page.getByText(offline).first().waitFor();
    await guest.page.context().setOffline(false);
    await guest.page.getByRole("button", { name: /^Pay / }).click();
    await payAtGateway(guest);
    await guest.page.getByText("Read me first.").waitFor();
    await guest.leave();
  });
});
