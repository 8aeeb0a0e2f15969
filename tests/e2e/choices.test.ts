import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aBundleOffer, aLicenseOffer, anOffer, aPickableOffer } from "../support/builders/built-offers";
import {
  logInAsStaff,
  openPaidOrder,
  payAtGateway,
  payButton,
  readKeys,
} from "../support/builders/shop-steps";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

const email = "chooser@example.com";

describeInTurn(1, 2, "chosen keys, bundles and licenses in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("choices"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("hand over the key whose label was chosen, and offer it to nobody else", async () => {
    const labels = ["+1 555 0100", "+1 555 0107", "+1 555 0177"];
    const offer = await aPickableOffer(staff, { slug: "numbers", title: "A number", labels });
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/${offer.slug}`);
    const button = await payButton(guest);
    await page.locator("label").filter({ hasText: "+1 555 0107" }).click();
    await page.getByLabel("E-mail address").fill(email);
    await button.click();
    await payAtGateway(guest);
    expect((await readKeys(guest)).keys).toEqual(["KEY OF +1 555 0107"]);

    await page.goto(`${shop.url}/products/${offer.slug}`);
    await page.locator("label").filter({ hasText: "+1 555 0177" }).waitFor();
    expect(await page.locator("label").filter({ hasText: "+1 555 0107" }).count()).toBe(0);
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });

  it("sell a bundle as its parts, and let staff pay back one part alone", async () => {
    const guide = await anOffer(staff, {
      slug: "the-guide",
      title: "The guide",
      kind: "text",
      sku: { content: "Read me first." },
    });
    const tool = await aLicenseOffer(staff, { slug: "the-tool", title: "The tool", devices: 1 });
    const bundle = await aBundleOffer(staff, { slug: "starter", title: "Starter", parts: [guide, tool] });
    const guest = await aVisitor(browser, phone);
    const orderNo = await openPaidOrder(guest, shop, staff, { slug: bundle.slug, email });
    const { page } = guest;
    await page.getByText("Read me first.").waitFor();

    const clerk = await aVisitor(browser);
    await logInAsStaff(clerk, shop.url, shop.admin.email);
    await clerk.page.goto(`${shop.url}/admin/orders/${orderNo}`);
    const row = clerk.page.locator("main li").filter({ hasText: "The guide" }).first();
    await row.getByRole("button", { name: "Refund this item" }).click();
    const dialog = clerk.page.getByRole("dialog");
    await dialog.getByText("The guide: 10.80 USD goes back. Only this item is withdrawn.").waitFor();
    await dialog.getByRole("button", { name: "Refund this item" }).click();
    await dialog.waitFor({ state: "detached" });

    await page.reload();
    await page.getByText("−$10.80").first().waitFor();
    await page.getByText("The tool").first().waitFor();
    expect(await page.getByText("Read me first.").count()).toBe(0);
    const { order } = await staff.call<{
      order: { items: { title: string; fulfillment: { status: string } }[] };
    }>("GET", `/orders/${orderNo}`);
    expect(order.items.map(({ title, fulfillment }) => [title, fulfillment.status])).toEqual([
      ["The guide", "revoked"],
      ["The tool", "ready"],
    ]);
    expect(clerk.problems).toEqual([]);
    await clerk.leave();
    await guest.leave();
  });

  it("free a device of a license on the order's page, so that another can use its place", async () => {
    const offer = await aLicenseOffer(staff, { slug: "atlas", title: "Atlas", devices: 1 });
    const guest = await aVisitor(browser, phone);
    await openPaidOrder(guest, shop, staff, { slug: offer.slug, email });
    const { keys } = await readKeys(guest);
    const activate = async (fingerprint: string, name: string) => {
      const answer = await fetch(`${shop.url}/api/v1/licenses/activate`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ license_key: keys[0], fingerprint, name }),
      });
      return answer.status;
    };
    expect(await activate("device-0001", "Old laptop")).toBe(200);
    expect(await activate("device-0002", "New laptop")).toBe(409);

    const { page } = guest;
    await page.reload();
    const licenses = page.getByRole("region", { name: "Devices" });
    await licenses.getByText("Old laptop").waitFor();
    await licenses.getByRole("button", { name: "Remove", exact: true }).click();
    await licenses.getByRole("button", { name: "Remove this device?" }).click();
    await licenses.getByText("0 of 1 devices").waitFor();
    expect(await activate("device-0002", "New laptop")).toBe(200);
    expect(guest.problems).toEqual([]);
    await guest.leave();
  });
});
