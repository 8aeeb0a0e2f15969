import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payButton } from "../support/builders/shop-steps";
import { startMailServer } from "../support/fakes/mail-server";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, holdRequests, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let mailbox: Awaited<ReturnType<typeof startMailServer>>;

/** Another buyer, who is faster. */
async function takeStock(slug: string, code: string, quantity: number): Promise<void> {
  const read = await fetch(`${shop.url}/api/v1/public/products/${slug}`);
  const { data } = (await read.json()) as { data: { id: number; skus: { id: number; code: string }[] } };
  const answer = await fetch(`${shop.url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      product_id: data.id,
      sku_id: data.skus.find((sku) => sku.code === code)?.id,
      quantity,
      email: `faster-${quantity}@example.com`,
    }),
  });
  expect(answer.status).toBe(200);
}

describeInBrowser("buying in the built shop", () => {
  beforeAll(async () => {
    mailbox = await startMailServer();
    const mail = { "mail.smtpUrl": mailbox.url, "mail.from": "Shop <shop@keyshelf.example>" };
    [shop, browser] = await Promise.all([startBuiltShop("buying", mail), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await mailbox?.stop();
  });

  it("offers what is left when somebody was faster, and other options when nothing is", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    // The page asks for the stock again by itself; here it learns of it by the refusal alone.
    const stockReads = "**/api/v1/public/products/**";
    const first = await holdRequests(page, stockReads);
    await page.goto(`${shop.url}/products/paperglide-pro?sku=PGP-LIFE`);
    const button = await payButton(guest);
    const priceOfOne = await button.textContent();
    await page.getByLabel("Quantity").fill("5");
    await page.getByLabel("E-mail address").fill("late@example.com");
    await expect.poll(() => button.textContent(), { timeout: 20_000 }).not.toBe(priceOfOne);
    await takeStock("paperglide-pro", "PGP-LIFE", 6);
    await Promise.all([page.waitForResponse((answer) => answer.status() === 409), button.click()]);
    first.release();

    await page.getByText("Only 2 left.").waitFor();
    await page.getByRole("button", { name: "Take 2" }).click();
    await expect.poll(() => page.getByLabel("Quantity").inputValue(), { timeout: 20_000 }).toBe("2");
    await page.getByText("Only 2 left.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Pay $178.00" }).waitFor();

    const second = await holdRequests(page, stockReads);
    await takeStock("paperglide-pro", "PGP-LIFE", 2);
    await Promise.all([page.waitForResponse((answer) => answer.status() === 409), button.click()]);
    second.release();
    await page.getByText("Just sold out.").waitFor();
    const lifetime = page.getByRole("radio", { name: /Lifetime/ });
    await expect.poll(() => lifetime.isDisabled(), { timeout: 20_000 }).toBe(true);
    const struck = page.locator("label").filter({ hasText: "Lifetime" }).locator("span").first();
    expect(await struck.evaluate((text) => getComputedStyle(text).textDecorationLine)).toBe("line-through");
    await page.getByRole("button", { name: /^Personal, 1 year/ }).click();
    await page.getByRole("button", { name: "Pay $58.00" }).waitFor();
    expect(new URL(page.url()).searchParams.get("sku")).toBe("PGP-1Y1");
    await guest.leave();
  });

  it("names every field that is missing at once, and each alone until it is filled in", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/portrait-commission`);
    await (await payButton(guest)).click();
    const form = page.getByRole("form", { name: "Buy", exact: true });
    await form.getByText("Please fill this in.").first().waitFor();
    const wrong = () =>
      form
        .locator("[aria-invalid=true]")
        .evaluateAll((fields) =>
          fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent?.trim()),
        );
    expect(await wrong()).toEqual([
      "E-mail address",
      "Who is in the picture?",
      "Mood",
      "Link to a photograph",
    ]);
    await page.getByLabel("Who is in the picture?").fill("Ada");
    expect(await wrong()).toEqual(["E-mail address", "Mood", "Link to a photograph"]);
    await page.getByLabel("E-mail address").fill("ada@");
    expect(await wrong()).toEqual(["Mood", "Link to a photograph"]);
    await guest.leave();
  });

  it("has the focus on what a press opened, and gives it back to where it was [C140]", async () => {
    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    await page.goto(`${shop.url}/products/paperglide-pro`);
    const pay = await payButton(guest);
    const press = (name: string | RegExp) => page.getByRole("button", { name }).first().press("Enter");
    /** Name of the field, or words of the button. */
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element instanceof HTMLInputElement ? element.type : element?.textContent?.trim();
      });
    const email = page.getByLabel("E-mail address");
    await email.fill("ada@gmial.com");
    await page.keyboard.press("Tab");
    await press("ada@gmail.com");
    await expect.poll(focused).toBe("email");
    expect(await email.inputValue()).toBe("ada@gmail.com");

    await press("I have a coupon");
    await expect.poll(focused).toBe("text");
    await page.keyboard.type("welcom");
    await page.keyboard.press("Enter");
    await page.getByText("This coupon code cannot be used", { exact: true }).waitFor();
    // A refused code is corrected where it stands; the price without it is there again at once, not after an answer.
    const prices = await holdRequests(page, "**/preview");
    await page.keyboard.type("e10");
    await page.getByRole("button", { name: "Pay $29.00" }).waitFor();
    prices.release();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Remove");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("text");

    // A press at the price with the coupon would be asked once more.
    await page.getByRole("button", { name: "Pay $29.00" }).waitFor();
    await pay.click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    await page.goto(`${shop.url}/lookup`);
    const order = await page.locator("a[href^='/orders/']").first().getAttribute("href");
    await page.goto(`${shop.url}${order?.replace("/orders/", "/pay/")}`);
    await press("Pay another way");
    await expect.poll(focused).toBe("radio");
    await press(/^Cancel/);
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(focused).toMatch(/^Cancel/);
    await guest.leave();
  });

  it("takes an address for what is sold out, tells it once by mail, and the mail's link ends what else it waits for", async () => {
    const staff = await StaffClient.enter(shop);
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
    const email = "waiting@example.com";
    const guest = await aVisitor(browser, phone);
    const { page, problems } = guest;
    const ask = async (option: string) => {
      const send = page.getByRole("button", { name: "Tell me", exact: true });
      // Values that are filled in before the page's script listens are not known to it.
      const fill = async () => {
        await page.getByLabel("Send it to").fill(email);
        return send.isEnabled();
      };
      await expect.poll(fill, { timeout: 20_000 }).toBe(true);
      await page.getByLabel("Which one").selectOption({ label: option });
      const answer = page.waitForResponse(/\/guest\/stock-notices$/);
      await send.click();
      expect((await answer).status()).toBe(200);
      await page.getByText(`We’ll e‑mail ${email}`).waitFor();
    };
    await page.goto(`${shop.url}/products/rare-key`);
    await ask("One");
    await page.getByRole("button", { name: "Ask for another one" }).click();
    await ask("Two");

    const first = () => mailbox.mails.filter(({ subject }) => subject.startsWith("Confirm your address"));
    await expect.poll(() => first().length, { timeout: 20_000 }).toBe(1);
    await page.goto(/http\S+\/stock-notices\/confirm#\S+/.exec(first()[0]?.text ?? "")?.[0] ?? "");
    await page.getByRole("button", { name: "Yes, tell me" }).click();
    await page.getByText("Done. We’ll e‑mail you").waitFor();

    const skuId = await staff.skuId("RARE-1");
    expect((await staff.page(`/admin/stock/${skuId}`, "en"))?.html).toContain("1 person asks to be told");
    await staff.call("POST", `/stock/skus/${skuId}/import`, { secrets: "RARE-KEY-1" });
    const told = () => mailbox.mails.filter(({ subject }) => subject.startsWith("Back in stock"));
    await expect.poll(() => told().length, { timeout: 150_000, interval: 500 }).toBe(1);
    const [mail] = told();
    expect(mail).toMatchObject({ to: [email], subject: "Back in stock: Rare key · One" });
    expect(mail?.text).toMatch(/http\S+\/stock-notices#\S+/);
    const unsubscribe = /^List-Unsubscribe:\s*<(http[^>]+)>/m.exec(mail?.raw ?? "")?.[1] ?? "";

    // Without the token of a mail there is nothing that could be ended.
    await page.goto(`${shop.url}/stock-notices`);
    await page.getByText("This page opens from an e‑mail about stock").waitFor();
    expect(await page.getByRole("button", { name: "End them all" }).count()).toBe(0);

    await page.goto(unsubscribe);
    await page.waitForURL(/\/stock-notices#/);
    await page.getByRole("button", { name: "End them all" }).click();
    await page.getByText("No mail about stock goes to this address any more").waitFor();
    expect(problems).toEqual([]);
    await guest.leave();
  });
});
