import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anOffer, importTable } from "../support/builders/built-offers";
import { payAtGateway, payButton } from "../support/builders/shop-steps";
import { type ReceivedMail, startMailServer } from "../support/fakes/mail-server";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let smtp: Awaited<ReturnType<typeof startMailServer>>;

const recipient = "kim@example.com";
const giver = "giver@example.com";
const message = "Happy birthday, Kim!\nPlay it with me on Saturday.";
/** Pictures for whoever looks at them. */
const pictures = process.env.KEYSHELF_TEST_PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

const mailTo = async (address: string): Promise<ReceivedMail> => {
  const found = () => smtp.mails.filter(({ to }) => to.includes(address)).at(-1);
  await expect.poll(found, { timeout: 30_000 }).toBeDefined();
  return found() as ReceivedMail;
};
const linkIn = ({ text }: ReceivedMail) => /http:\S+\/gift#t=[\w-]{43}/.exec(text)?.[0] ?? "";

describeInTurn(1, 2, "a gift in the built shop", () => {
  beforeAll(async () => {
    smtp = await startMailServer();
    const mail = { "mail.smtpUrl": smtp.url, "mail.from": "Shop <shop@keyshelf.example>" };
    [shop, browser] = await Promise.all([startBuiltShop("gifts", mail), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    await anOffer(staff, {
      slug: "given-game",
      title: "A game for two",
      kind: "card_key",
      sku: { price: "10.00" },
      prepare: (skuId) => importTable(staff, skuId, ["GIFT-KEY-ONE", "GIFT-KEY-TWO"].join("\n")),
    });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await smtp?.stop();
  });

  it("is bought with a message, folded for its giver, opened by its recipient on a phone, and taken back with the money [C187, C190]", async () => {
    const buyer = await aVisitor(browser);
    const { page } = buyer;
    await page.goto(`${shop.url}/products/given-game`);
    const pay = await payButton(buyer);
    await page.getByLabel("E-mail address").fill(giver);
    await page.getByRole("button", { name: "This is a gift" }).click();
    await page.getByLabel("Recipient’s e‑mail address").waitFor();
    await pay.click();
    await page.getByText("Please enter the recipient’s e‑mail address.").first().waitFor();
    await page.getByLabel("Recipient’s e‑mail address").fill("kim@exmaple.com");
    await page.getByLabel("Message").fill(message);
    await page.getByLabel("Your name").fill("Alex");
    await picture(page, "form");
    await pay.click();
    await payAtGateway(buyer);

    await page.getByRole("heading", { level: 1, name: "A gift for kim@exmaple.com" }).waitFor();
    const wrong = linkIn(await mailTo("kim@exmaple.com"));
    await page.getByText("It has not been opened yet.").waitFor();
    expect(await page.getByText("GIFT-KEY-ONE").isVisible()).toBe(false);
    // The mistyped address is corrected, and what was sent there ends.
    const ofGift = page.getByRole("region", { name: "A gift for kim@exmaple.com" });
    await ofGift.getByRole("button", { name: "Use another address" }).click();
    await ofGift.getByLabel("New e‑mail address").fill(recipient);
    await ofGift.getByRole("button", { name: "Send to this address" }).click();
    await page.getByRole("heading", { level: 1, name: `A gift for ${recipient}` }).waitFor();
    const link = linkIn(await mailTo(recipient));
    await picture(page, "order");

    const friend = await aVisitor(browser, phone);
    await friend.page.goto(wrong);
    await friend.page.getByRole("heading", { name: "This link opens no gift" }).waitFor();
    await picture(friend.page, "unknown");
    friend.problems.length = 0;
    await friend.page.goto(link);
    await friend.page.getByRole("heading", { level: 1, name: "A gift for you from Alex" }).waitFor();
    await friend.page.getByText("Happy birthday, Kim!").waitFor();
    await friend.page.getByText("GIFT-KEY-ONE").waitFor();
    await friend.page.getByRole("button", { name: /^Copy/ }).first().click();
    await picture(friend.page, "gift");
    const shown = (await friend.page.locator("main").textContent()) ?? "";
    for (const secret of [giver, "10.00", "Receipt", "Refund"]) expect(shown).not.toContain(secret);
    expect(friend.problems).toEqual([]);

    await page.getByText(`${recipient} opened it on`).waitFor({ timeout: 45_000 });
    expect(await ofGift.getByRole("button", { name: "Use another address" }).count()).toBe(0);
    await page.getByText("Show what you gave").click();
    await page.getByText("GIFT-KEY-ONE").waitFor();
    await picture(page, "order-open");
    expect(buyer.problems).toEqual([]);

    const orderNo = new URL(page.url()).pathname.split("/").pop() ?? "";
    await staff.call("POST", `/orders/${orderNo}/refund`, { amount: "10.00", method: "manual" });
    await friend.page.reload();
    await friend.page.getByRole("heading", { level: 1, name: "This gift was taken back" }).waitFor();
    expect(await friend.page.getByText("GIFT-KEY-ONE").count()).toBe(0);
    await Promise.all([buyer.leave(), friend.leave()]);
  });
});
