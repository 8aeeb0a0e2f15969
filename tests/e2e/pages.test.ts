import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payButton } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;

const go = (page: Page, path: string) => page.goto(`${shop.url}${path}`);

describeInBrowser("the pages of the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("pages"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("show home, lists, products and posts to a browser without JavaScript", async () => {
    const reader = await aVisitor(browser, { javaScriptEnabled: false });
    const { page, problems } = reader;
    await go(page, "/");
    await page.getByRole("link", { name: "Paperglide Pro" }).first().click();
    await page.waitForURL("**/products/paperglide-pro");
    expect(await page.locator("main").textContent()).toContain("edits the PDF itself");
    expect(await page.locator("noscript").allTextContents()).toContainEqual(
      expect.stringContaining("This form needs JavaScript"),
    );

    await page.getByRole("searchbox").first().fill("vpn");
    await page.getByRole("searchbox").first().press("Enter");
    await page.waitForURL(/\/products\?search=vpn/);
    await page.getByRole("link", { name: "Hedgerow VPN", exact: true }).waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    await go(page, "/products/tidemill");
    await page.getByRole("list", { name: "Prices for more" }).waitFor();

    await go(page, "/posts");
    await page.getByRole("link", { name: "Where your key sleeps before you buy it" }).click();
    await page.getByRole("heading", { level: 1, name: "Where your key sleeps before you buy it" }).waitFor();

    await page.getByRole("button", { name: "Language: 简体中文" }).filter({ visible: true }).click();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("zh-Hans");
    expect(new URL(page.url()).pathname).toBe("/posts/how-your-key-is-kept");
    // Without script Chromium does not honour the nonce of a preload; nothing would run it anyway.
    expect(problems.filter((problem) => !/^request: \S+\.js csp$/.test(problem))).toEqual([]);
    await reader.leave();
  });

  it("lead to the operator's own pages, from the header, the footer and the menu of a phone", async () => {
    const own = { slug: "questions", title: "Questions and answers", place: "header", is_published: true };
    const { id } = await staff.call<{ id: number }>("POST", "/pages", {
      ...own,
      content: "<h2>How long does it take?</h2><p>Seconds.</p>",
    });
    const reader = await aVisitor(browser);
    const { page, problems } = reader;
    // Pages of anonymous readers are kept for a second.
    await expect
      .poll(async () => {
        await go(page, "/legal/terms");
        return page
          .locator("header")
          .getByRole("link", { name: own.title })
          .filter({ visible: true })
          .count();
      })
      .toBe(1);
    await page.locator("footer").getByRole("link", { name: own.title }).waitFor();
    await page.locator("header").getByRole("link", { name: own.title }).filter({ visible: true }).click();
    await page.waitForURL(`${shop.url}/pages/questions`);
    await page.getByRole("heading", { level: 1, name: own.title }).waitFor();
    await page.getByRole("heading", { level: 2, name: "How long does it take?" }).waitFor();
    expect(problems).toEqual([]);
    await reader.leave();

    const caller = await aVisitor(browser, phone);
    await go(caller.page, "/legal/terms");
    await caller.page.getByRole("button", { name: "Menu" }).click();
    await caller.page.locator("#site-menu").getByRole("link", { name: own.title }).click();
    await caller.page.waitForURL(`${shop.url}/pages/questions`);
    await caller.leave();

    await staff.call("DELETE", `/pages/${id}`);
    await expect.poll(async () => (await fetch(`${shop.url}/pages/questions`)).status).toBe(404);
  });

  it("lead home from an address that does not exist", async () => {
    const lost = await aVisitor(browser);
    await go(lost.page, "/there-is-no-such-page");
    await lost.page.getByRole("heading", { level: 1, name: "This page does not exist" }).waitFor();
    await lost.page.getByRole("link", { name: "To the shop" }).click();
    await lost.page.waitForURL(`${shop.url}/`);
    expect(lost.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
    await lost.leave();
  });

  it("speak the language of the browser, and the other one when asked", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    const reader = await aVisitor(browser, { locale: "zh-CN" });
    const { page, problems } = reader;
    await go(page, "/products/paperglide-pro");
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
    await page.getByRole("link", { name: "登录" }).first().waitFor();
    await page.getByRole("button", { name: "语言：English" }).filter({ visible: true }).click();
    await page.getByRole("link", { name: "Log in" }).filter({ visible: true }).first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await go(page, "/posts");
    await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
    expect(problems).toEqual([]);
    await reader.leave();
  });

  it("change their colours when asked and remember it", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    const reader = await aVisitor(browser, { colorScheme: "light" });
    const { page, problems } = reader;
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await go(page, "/");
    const light = await paper();
    const button = page.getByRole("button", { name: /^Colours/ }).filter({ visible: true });
    await button.click();
    await page
      .getByRole("button", { name: /^Colours: light/ })
      .filter({ visible: true })
      .waitFor();
    expect(await paper()).toBe(light);
    await button.click();
    await page
      .getByRole("button", { name: /^Colours: dark/ })
      .filter({ visible: true })
      .waitFor();
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    const kept = async () => (await page.context().cookies()).find(({ name }) => name === "theme")?.value;
    await expect.poll(kept).toBe("dark");
    await go(page, "/products");
    expect(await paper()).toBe(dark);
    expect(problems).toEqual([]);
    await reader.leave();
  });

  const weighed = ["/", "/products/paperglide-pro"].filter((_, at) => isTurnOf(at, 2));
  it.each(weighed)("load %s with at most 150 kB of script", async (path) => {
    const visitor = await aVisitor(browser, phone);
    const sizes: Promise<number>[] = [];
    visitor.page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await go(visitor.page, path);
    await visitor.page.waitForLoadState("networkidle");
    const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
    expect(sizes.length).toBeGreaterThan(2);
    expect(kilobytes).toBeGreaterThan(20);
    expect(kilobytes).toBeLessThanOrEqual(150);
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });

  it("show the pay button on the first screen of a wide window", async ({ skip }) => {
    skip(!isTurnOf(2, 2));
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
    ]) {
      const visitor = await aVisitor(browser, { viewport });
      await go(visitor.page, "/products/paperglide-pro");
      const box = await (await payButton(visitor)).boundingBox();
      expect(box && box.y + box.height, String(viewport.width)).toBeLessThanOrEqual(viewport.height);
      await visitor.leave();
    }
  });

  it("show a guest the choices and prices of members' goods, what is sold out last, a long list folded", async ({
    skip,
  }) => {
    skip(!isTurnOf(3, 2));
    const { id } = await staff.call<{ id: number }>("POST", "/categories", { slug: "club", name: "Club" });
    await staff.call("POST", "/products", {
      category_id: id,
      slug: "club-course",
      title: "Club course",
      status: "active",
      auto_secret_kind: "text",
      purchase_type: "member",
      skus: Array.from({ length: 10 }, (_, n) => ({
        code: `CLUB-${n}`,
        name: `Lesson ${n}`,
        price: `${n + 1}.00`,
        content: "Read it.",
        stock: n === 0 ? 0 : 5,
      })),
    });
    const guest = await aVisitor(browser, phone);
    const { page, problems } = guest;
    await go(page, "/products/club-course");
    const options = page.getByRole("radio");
    await page.getByRole("radio", { name: /^Lesson 1\b.*\$2\.00/ }).waitFor();
    expect(await options.count()).toBe(8);
    // Pressed until the page's script listens.
    const more = page.getByRole("button", { name: "Show all 10 options" });
    await expect
      .poll(async () => {
        if (await more.isVisible()) await more.click();
        return options.count();
      })
      .toBe(10);
    expect(await options.last().isDisabled()).toBe(true);
    const labels = page.locator("label").filter({ has: page.getByRole("radio") });
    expect(await labels.last().textContent()).toContain("Lesson 0");
    expect(await page.locator("main").getByRole("link", { name: "Log in" }).getAttribute("href")).toContain(
      "club-course",
    );
    expect(problems).toEqual([]);
    await guest.leave();
  });

  it("keep a shop name of any length, the search and the links of their head beside each other", async ({
    skip,
  }) => {
    skip(!isTurnOf(4, 2));
    for (const [n, title] of ["Terms for companies", "About this shop"].entries())
      await staff.call("POST", "/pages", {
        slug: `own-${n}`,
        title,
        content: "-",
        is_published: true,
        place: "header",
      });
    const reader = await aVisitor(browser);
    const { page } = reader;
    for (const site_name of [
      "Lena's Keys",
      "Sakura Digital Keys & Entertainment",
      "さくらデジタル".repeat(8),
    ]) {
      await staff.call("PATCH", "/settings", { site_name });
      await expect.poll(async () => (await fetch(shop.url)).text()).toContain(site_name.slice(-4));
      await go(page, "/");
      for (const width of [320, 390, 768, 1024, 1152, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const boxes = await page
          .getByRole("banner")
          .locator("a, button, input")
          .evaluateAll((elements) =>
            elements
              .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
              .filter(({ box }) => box.width > 0 && box.top < 60)
              .map(({ name, box }) => ({ name, left: Math.round(box.left), right: Math.round(box.right) })),
          );
        const where = `${site_name} at ${width}: ${JSON.stringify(boxes)}`;
        expect(boxes.length, where).toBeGreaterThan(3);
        for (const [n, { left }] of boxes.entries())
          expect(left, where).toBeGreaterThanOrEqual(boxes[n - 1]?.right ?? 0);
        expect(boxes.at(-1)?.right, where).toBeLessThanOrEqual(width);
        // Enough of it to be known by.
        expect((boxes[0]?.right ?? 0) - (boxes[0]?.left ?? 0), where).toBeGreaterThan(100);
      }
    }
    expect(reader.problems).toEqual([]);
    await reader.leave();
  });

  it("hide no field of a purchase under their bars from somebody with a keyboard and a small screen", async ({
    skip,
  }) => {
    skip(!isTurnOf(5, 2));
    const guest = await aVisitor(browser, { viewport: { width: 320, height: 640 } });
    const { page } = guest;
    await go(page, "/products/portrait-commission");
    const pay = await payButton(guest);
    const covered: string[] = [];
    for (let isDone = false; !isDone; ) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const bar = document.querySelector(".bottom-bar");
        const { top, bottom } = element.getBoundingClientRect();
        const isInBar = bar?.contains(element) ?? false;
        const lies = !isInBar && element.closest("main") && bottom > (bar?.getBoundingClientRect().top ?? 0);
        // Needs only its beginning in sight where it is higher than the room between the bars.
        const isHidden = lies && (bottom - top < 200 || top > (bar?.getBoundingClientRect().top ?? 0) - 40);
        return { isHidden, name: element.outerHTML.slice(0, 120) };
      });
      if (at.isHidden) covered.push(at.name);
      isDone = await pay.evaluate((button) => button === document.activeElement);
    }
    expect(covered).toEqual([]);
    await guest.leave();
  });
});
