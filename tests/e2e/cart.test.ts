import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aBundleOffer, anOffer, aPickableOffer, importTable } from "../support/builders/built-offers";
import { countOf, goneLines, keepLines, rowsOf, shiftOf } from "../support/builders/cart-steps";
import { openPaidOrder, payAtGateway, payButton, readKeys } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, holdRequests, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

const slugs = ["one", "two", "three", "four", "five"];
const titleOf = (slug: string) => `Cart ${slug}`;

/** From the list of the search for our goods, with the button of each card. */
async function addFromList(page: Page, slug: string): Promise<void> {
  const before = Number((await countOf(page).count()) ? await countOf(page).textContent() : 0);
  await page.getByRole("link", { name: `Add ${titleOf(slug)} to the cart` }).click();
  await expect.poll(async () => countOf(page).textContent()).toBe(String(before + 1));
}

/** From the page of a product, once its form listens. */
async function addFromPage(visitor: Visitor, slug: string): Promise<void> {
  const { page } = visitor;
  await page.goto(`${shop.url}/products/${slug}`);
  await payButton(visitor);
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByText("Added to your cart.").waitFor();
}

const aKeyOffer = (slug: string, title: string, keys: readonly string[], sku: object = {}) =>
  anOffer(staff, {
    slug,
    title,
    kind: "card_key",
    sku: { price: "10.00", ...sku },
    prepare: (skuId) => importTable(staff, skuId, keys.join("\n")),
  });

const member = { email: "cart@example.com", password: "eleven kites over the dunes" };

async function register({ page }: Visitor): Promise<void> {
  await page.goto(`${shop.url}/register?next=/cart`);
  await page.getByLabel("E-mail address").fill(member.email);
  await page.getByRole("button", { name: "Make a code" }).click();
  await page.getByText("It is valid for 10 minutes").waitFor();
  const mail = await staff.mail(member.email, "code");
  await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/cart");
}

async function logInFromCart(page: Page): Promise<void> {
  await page.goto(`${shop.url}/cart`);
  await page.locator("main").getByRole("link", { name: "Log in" }).click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByLabel("E-mail address").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/cart");
}

describeInBrowser("the cart", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("cart"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    for (const slug of slugs)
      await anOffer(staff, {
        slug: `cart-${slug}`,
        title: titleOf(slug),
        kind: "text",
        sku: { price: "2.00", content: `Goods of ${slug}.` },
      });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("buys five lines with one payment, from lists and a product page [C176]", async () => {
    const buyer = await aVisitor(browser, phone);
    const { page } = buyer;
    await page.goto(`${shop.url}/products?search=Cart`);
    await page.waitForLoadState("networkidle");
    for (const slug of slugs.slice(0, 4)) await addFromList(page, slug);
    await page.goto(`${shop.url}/products/cart-five`);
    await payButton(buyer);
    expect(await shiftOf(page)).toBe(0);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByText("Added to your cart.").waitFor();
    expect(await countOf(page).textContent()).toBe("6");

    await page.getByRole("link", { name: "Open the cart" }).click();
    await page.waitForURL("**/cart");
    await expect.poll(() => rowsOf(page).count()).toBe(5);
    await page.reload();
    await expect.poll(() => rowsOf(page).count()).toBe(5);
    await page.getByLabel("E-mail address").fill("five@example.com");
    await page.getByRole("button", { name: "Pay $12.00" }).click();
    await payAtGateway(buyer);
    await page.waitForURL(/\/orders\/[^/]+$/);
    for (const slug of slugs) await page.getByText(`Goods of ${slug}.`).first().waitFor();
    expect(await countOf(page).count()).toBe(0);
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });

  it("says what is gone and what costs something else, and buys the rest [C176]", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    const buyer = await aVisitor(browser);
    const { page } = buyer;
    const [gone, dearer] = await Promise.all([
      anOffer(staff, {
        slug: "cart-gone",
        title: "Cart gone",
        kind: "text",
        sku: { price: "3.00", content: "-" },
      }),
      anOffer(staff, {
        slug: "cart-dear",
        title: "Cart dear",
        kind: "text",
        sku: { price: "4.00", content: "Dear." },
      }),
    ]);
    const last = await aKeyOffer("cart-last", "Cart last", ["LAST-1"]);
    for (const { slug } of [gone, dearer, last]) await addFromPage(buyer, slug);
    const faster = await aVisitor(browser);
    await openPaidOrder(faster, shop, staff, { slug: last.slug, email: "faster@example.com" });
    await faster.leave();
    await staff.call("PATCH", `/products/${gone.productId}`, { status: "archived" });
    await staff.call("PATCH", `/skus/${dearer.skuId}`, { price: "5.50" });
    await page.goto(`${shop.url}/cart`);
    await page.getByText("This is not for sale any more.").waitFor();
    await page.getByText("It costs $5.50 now. It was $4.00 when you added it.").waitFor();
    await page.getByText("Sold out at the moment. It is not part of this order.").waitFor();
    await page.getByRole("button", { name: "Pay $5.50" }).waitFor();
    await page.getByRole("button", { name: "Remove An item that is gone" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByLabel("E-mail address").fill("rest@example.com");
    await page.getByRole("button", { name: "Pay $5.50" }).click();
    await payAtGateway(buyer);
    await page.getByText("Dear.").first().waitFor();
    // The sold-out line is still there.
    expect(await countOf(page).textContent()).toBe("1");
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });

  const devices: [string, string, BrowserContextOptions][] = [
    ["a phone", "phone", phone],
    ["a desk", "desk", {}],
  ];
  it.each(devices.filter((_, at) => isTurnOf(at, devices.length)))(
    "pays a choice and a price for more together on %s, and hands over the keys of both [C176]",
    async (_, at, device) => {
      const wholesale = [{ min_quantity: 2, percent: 10 }];
      const [picked, more] = await Promise.all([
        aPickableOffer(staff, { slug: `pick-${at}`, title: `Pick ${at}`, labels: ["Red", "Blue"] }),
        aKeyOffer(`more-${at}`, `More ${at}`, [`${at}-1`, `${at}-2`], { wholesale }),
      ]);
      const buyer = await aVisitor(browser, device);
      const { page } = buyer;
      await page.goto(`${shop.url}/products/${picked.slug}`);
      await payButton(buyer);
      await page.locator("label").filter({ hasText: "Blue" }).click();
      await page.getByRole("button", { name: "Add to cart" }).click();
      await page.getByText("Added to your cart.").waitFor();
      await addFromPage(buyer, more.slug);
      await page.getByRole("link", { name: "Open the cart" }).click();
      await page.waitForURL("**/cart");
      await rowsOf(page).filter({ hasText: "Blue" }).waitFor();
      await rowsOf(page)
        .filter({ hasText: `More ${at}` })
        .getByRole("button", { name: "More", exact: true })
        .click();
      await rowsOf(page)
        .filter({ hasText: /\$9\.00\s*× 2/ })
        .waitFor();
      await page.getByLabel("E-mail address").fill(`${at}@example.com`);
      await page.getByRole("button", { name: "Pay $30.00" }).click();
      await payAtGateway(buyer);
      expect((await readKeys(buyer)).keys.sort()).toEqual(["KEY OF Blue", `${at}-1`, `${at}-2`].sort());
      expect(buyer.problems).toEqual([]);
      await buyer.leave();
    },
  );

  it("brings a guest's lines into the account at log-in, where other devices find them [C175]", async () => {
    const desk = await aVisitor(browser);
    await register(desk);
    await desk.page.getByText("Your cart is empty.").waitFor();
    for (const slug of ["cart-one", "cart-two"]) await addFromPage(desk, slug);

    const guest = await aVisitor(browser, phone);
    const { page } = guest;
    for (const slug of ["cart-two", "cart-three"]) await addFromPage(guest, slug);
    await logInFromCart(page);
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    expect(await countOf(page).textContent()).toBe("4");
    expect(await page.evaluate(() => localStorage.getItem("keyshelf.cart"))).toBeNull();
    await desk.page.goto(`${shop.url}/cart`);
    await expect.poll(() => rowsOf(desk.page).count()).toBe(3);
    await page.getByRole("button", { name: "Pay $8.00" }).click();
    await payAtGateway(guest);
    for (const slug of slugs.slice(0, 3)) await page.getByText(`Goods of ${slug}.`).first().waitFor();
    await desk.page.reload();
    await desk.page.getByText("Your cart is empty.").waitFor();
    expect([...guest.problems, ...desk.problems]).toEqual([]);
    await Promise.all([guest.leave(), desk.leave()]);
  });

  it("keeps in the browser what the account has no place for at log-in, and says so [C175]", async () => {
    const buyer = await aVisitor(browser, phone);
    const { page } = buyer;
    await page.goto(shop.url);
    await keepLines(page, goneLines(19, 9000));
    await logInFromCart(page);
    await expect.poll(() => rowsOf(page).count()).toBe(19);
    await keepLines(page, goneLines(3, 9100));
    await page.reload();
    await page.getByText("Your cart takes 20 different items, so 2 items wait in this browser").waitFor();
    expect(await rowsOf(page).count()).toBe(20);
    await rowsOf(page).first().getByRole("button").click();
    await expect.poll(() => rowsOf(page).count()).toBe(19);
    await page.reload();
    await page.getByText("so 1 item waits in this browser").waitFor();
    expect(await rowsOf(page).count()).toBe(20);
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });

  it("takes what an order had once more, a bundle as one", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    const sku = { price: "2.00", content: "A part." };
    const parts = [
      await anOffer(staff, { slug: "cart-left", title: "Left", kind: "text", sku }),
      await anOffer(staff, { slug: "cart-right", title: "Right", kind: "text", sku }),
    ];
    const both = await aBundleOffer(staff, { slug: "cart-both", title: "Both halves", parts });
    const buyer = await aVisitor(browser, phone);
    const { page } = buyer;
    await page.goto(shop.url);
    await keepLines(page, [both, { ...(parts[0] ?? both), quantity: 3 }]);
    await page.goto(`${shop.url}/cart`);
    await page.getByLabel("E-mail address").fill("again@example.com");
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await page.waitForURL(/\/test-gateway\/pay\//);
    // The press comes before the page's scripts.
    const scripts = await holdRequests(page, "**/*.js");
    await payAtGateway(buyer);
    await page.getByRole("link", { name: "Buy again" }).click();
    scripts.release();
    await page.waitForURL("**/cart");
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await rowsOf(page).filter({ hasText: "Both halves" }).waitFor();
    expect(await countOf(page).textContent()).toBe("4");
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });

  it("leaves the purchase of one product at three taps", async () => {
    const buyer = await aVisitor(browser, phone);
    const { page } = buyer;
    await page.goto(`${shop.url}/products?search=Cart`);
    await page.getByRole("link", { name: titleOf("one"), exact: true }).tap();
    await page.getByLabel("E-mail address").tap();
    await page.keyboard.type("three@example.com");
    await page.getByRole("button", { name: "Pay $2.00" }).tap();
    await page.waitForURL(/\/test-gateway\/pay\//);
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });

  it("takes twenty lines, and tells who adds one more", async () => {
    const buyer = await aVisitor(browser, phone);
    const { page } = buyer;
    await page.goto(`${shop.url}/products?search=Cart`);
    await keepLines(page, goneLines(20, 9000));
    await page.reload();
    await expect.poll(() => countOf(page).allTextContents()).toEqual(["20"]);
    await page.getByRole("link", { name: "Add Cart one to the cart" }).click();
    await page.getByText("Your cart is full: it takes 20 different items.").waitFor();
    await page.goto(`${shop.url}/products/cart-two`);
    await payButton(buyer);
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByText("Your cart is full: it takes 20 different items.").waitFor();
    expect(await countOf(page).textContent()).toBe("20");
    expect(buyer.problems).toEqual([]);
    await buyer.leave();
  });
});
