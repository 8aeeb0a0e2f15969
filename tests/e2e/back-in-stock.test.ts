import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser";
import { type BuiltShop, startBuiltShop } from "../support/built-shop";
import { startMailServer } from "../support/mail-server";
import { StaffClient } from "../support/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let mailbox: Awaited<ReturnType<typeof startMailServer>>;

describeInBrowser("an option that is sold out", () => {
  beforeAll(async () => {
    mailbox = await startMailServer();
    const mail = { "mail.smtpUrl": mailbox.url, "mail.from": "Shop <shop@keyshelf.example>" };
    [shop, browser] = await Promise.all([startBuiltShop("back_in_stock", mail), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    const category = await staff.call<{ id: number }>("POST", "/categories", { slug: "rare", name: "Rare" });
    await staff.call("POST", "/products", {
      category_id: category.id,
      slug: "rare-key",
      title: "Rare key",
      status: "active",
      auto_secret_kind: "card_key",
      skus: [
        { code: "RARE-1", name: "One", price: "1.00" },
        { code: "RARE-2", name: "Two", price: "2.00" },
      ],
    });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await mailbox?.stop();
  });

  it("takes an address, tells it once by mail, and the mail's link ends what else it waits for", async () => {
    const email = "waiting@example.com";
    const guest = await aVisitor(browser, phone);
    const { page, problems } = guest;
    const ask = async (option: string) => {
      await page.getByLabel("Which one").selectOption({ label: option });
      await page.getByLabel("Send it to").fill(email);
      await page.getByRole("button", { name: "Tell me", exact: true }).click();
      await page.getByText(`We write to ${email}`).waitFor();
    };
    await page.goto(`${shop.url}/products/rare-key`);
    await ask("One");
    await page.getByRole("button", { name: "Ask for another one" }).click();
    await ask("Two");

    await staff.call("POST", `/stock/skus/${await staff.skuId("RARE-1")}/import`, { secrets: "RARE-KEY-1" });
    const told = () => mailbox.mails.filter(({ subject }) => subject.startsWith("Back in stock"));
    await expect.poll(() => told().length, { timeout: 150_000, interval: 500 }).toBe(1);
    const [mail] = told();
    expect(mail).toMatchObject({ to: [email], subject: "Back in stock: Rare key · One" });
    const link = /http\S+\/stock-notices#\S+/.exec(mail?.text ?? "")?.[0] ?? "";

    await page.goto(link);
    await page.getByRole("button", { name: "End them all" }).click();
    await page.getByText("No mail about stock goes to this address any more").waitFor();
    expect(problems).toEqual([]);
    await guest.leave();
  });
});
