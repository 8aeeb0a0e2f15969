import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Area } from "@/messages/areas";
import { type Locale, languageTag, localeCookie, localeName, locales } from "@/messages/locales";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { cutWords, tooWide } from "../support/harness/crawl/too-wide";
import { foreignWords, untranslated } from "../support/harness/crawl/words";
import { unlimitedBuying } from "../support/harness/http-buyer";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let member: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

/** Text of a page, by its area and key: `checkout`, `slow.title`. */
function textOf(locale: Locale, area: Area, key: string): string {
  const texts: unknown = JSON.parse(readFileSync(`messages/${locale}/${area}.json`, "utf8"));
  const text = key.split(".").reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], texts);
  if (typeof text !== "string") throw new Error(`${area}.${key} is no text in ${locale}.`);
  return text;
}

/** The same for a text with values in it. */
const patternOf = (...text: Parameters<typeof textOf>): RegExp =>
  new RegExp(
    `^${textOf(...text)
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{\w+\}/g, ".+")}$`,
  );

/** Finds what a reader of the language should not meet on the page that is open. */
async function faultsOf(page: Page, locale: Locale): Promise<string[]> {
  const html = await page.content();
  const lang = await page.locator("html").getAttribute("lang");
  const width = page.viewportSize()?.width ?? 0;
  const named = new URL(page.url()).pathname;
  return [
    ...(lang === languageTag[locale] ? [] : [`is in ${lang}`]),
    ...foreignWords(html, locale).map((text) => `foreign: ${text}`),
    ...untranslated(html, locale).map((text) => `English: ${text}`),
    ...(await tooWide(page, { width, page: { address: named } })).map((text) => `wide: ${text}`),
    ...(await cutWords(page)).map((text) => `cut: ${text}`),
  ].map((fault) => `${named}: ${fault}`);
}

/** Gives pages, as they are sent, the direction of Arabic. */
async function readFromRight(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/<html lang="en"/, '<html lang="ar" dir="rtl"');
    return route.fulfill({ response: answer, body: html });
  });
}

/** Parts of the page that stand to the left or right of the screen, but for those of a row that is pushed. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isPushed = (one: Element | null): boolean =>
      one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || isPushed(one.parentElement));
    return [...document.querySelectorAll<HTMLElement>("main *, header *, footer *")]
      .filter((one) => {
        const { left, right, width, height } = one.getBoundingClientRect();
        const isSeen = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
        const isHung = right > innerWidth + 1 || left < -1;
        return isSeen && isHung && one.closest("svg") === null && !isPushed(one.parentElement);
      })
      .map((one) => one.outerHTML.slice(0, 120));
  });

async function register({ page }: Visitor, email: string): Promise<void> {
  await page.goto(`${shop.url}/register`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Make a code" }).click();
  const mail = await staff.mail(email, "code");
  await page.getByLabel("Code", { exact: true }).fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
  await page.getByLabel("Password", { exact: true }).fill("nine lanterns over the mill");
  await page.getByLabel("What shall we call you?").fill("Regular");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/account/orders", { waitUntil: "commit" });
}

/** Subject of the mail about a delivered order. */
const delivered: Record<Locale, RegExp> = {
  en: /^Your order \S+ is here$/,
  zh: /^您的订单 \S+ 已发货$/,
  "zh-hant": /^您的訂單 \S+ 已出貨$/,
  ja: /^ご注文 \S+ の商品をお届けしました$/,
  ru: /^Ваш заказ \S+ выдан$/,
  es: /^Tu pedido \S+ está listo$/,
};

describeInTurn(1, 2, "a shop in all languages, on a phone", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("six_languages", unlimitedBuying), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    await staff.call("PATCH", "/settings", { locales });
    // The operator's own name of a channel; as it comes it is that of a text.
    await staff.call("PATCH", "/payment-channels/1", { name: "Sandbox" });
    const visitor = await aVisitor(browser);
    await register(visitor, "regular@example.com");
    member = await visitor.page.context().storageState();
    await visitor.leave();
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  // The crawl reads the pages in further languages.
  describe.each(locales.filter((_, at) => isTurnOf(at, locales.length)))("a shop in %s", (locale) => {
    it("sells from the home page to the key, and mails about it", async () => {
      const guest = await aVisitor(browser, { ...phone, locale: languageTag[locale] });
      const { page } = guest;
      const email = `${locale}@example.com`;
      const faults: string[] = [];
      const look = async () => void faults.push(...(await faultsOf(page, locale)));
      const press = (area: Area, key: string) =>
        page.getByRole("button", { name: patternOf(locale, area, key) }).click();
      await page.goto(shop.url);
      await look();
      await page.goto(`${shop.url}/products/tidemill`);
      const pay = page.getByRole("button", { name: patternOf(locale, "checkout", "pay") });
      await pay.waitFor();
      await look();
      await page.getByLabel(textOf(locale, "checkout", "email")).fill(email);
      await pay.click();
      await page.waitForURL(/\/test-gateway\/pay\//);
      await look();
      await press("test-gateway", "fail");
      await page.waitForURL(/\/pay\/[^/]+$/);
      await page.getByRole("button", { name: patternOf(locale, "order", "pay.start") }).waitFor();
      await look();
      await press("order", "pay.start");
      await page.waitForURL(/\/test-gateway\/pay\//);
      await press("test-gateway", "pay");
      await page.waitForURL(/\/orders\/[^/]+$/);
      await page.locator("[aria-labelledby=keys] code").first().waitFor();
      await look();
      expect(faults).toEqual([]);
      expect(guest.problems).toEqual([]);
      const mail = await staff.mail(email, "order_delivered");
      expect(mail.subject).toMatch(delivered[locale]);
      expect(mail.html).toContain(`<html lang="${languageTag[locale]}">`);
      await guest.leave();
    });

    it.each([
      [
        "a guest",
        [
          "/products",
          "/products?search=nothing-like-this",
          "/login",
          "/register",
          "/lookup",
          "/posts",
          "/legal/privacy",
        ],
      ],
      ["a member", ["/account/orders", "/account/wallet", "/account/profile", "/account/security"]],
    ])("shows %s the other pages", async (reader, paths) => {
      const visitor = await aVisitor(browser, {
        ...phone,
        ...(reader === "a member" ? { storageState: member } : {}),
      });
      const { page } = visitor;
      await page.context().addCookies([{ name: localeCookie, value: locale, url: shop.url }]);
      const faults: string[] = [];
      for (const path of paths) {
        await page.goto(shop.url + path);
        await page.locator("main h1").first().waitFor();
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
        faults.push(...(await faultsOf(page, locale)));
      }
      expect(faults).toEqual([]);
      expect(visitor.problems).toEqual([]);
      await visitor.leave();
    });

    it("has an address, which names those of all the others", async () => {
      const read = async (path: string) => (await fetch(shop.url + path)).text();
      const html = await read(`/${locale}/products/tidemill`);
      expect(html).toContain(`<html lang="${languageTag[locale]}"`);
      expect(html).toContain(`<link rel="canonical" href="${shop.url}/${locale}/products/tidemill"`);
      const sitemap = await read("/sitemap.xml");
      for (const other of locales) {
        const address = `href="${shop.url}/${other}/products/tidemill"`;
        expect(html.toLowerCase()).toContain(`hreflang="${languageTag[other]}" ${address}`.toLowerCase());
        expect(sitemap).toContain(`hreflang="${languageTag[other]}" ${address}`);
      }
    });
  });

  it("lists the languages by their own names, and changes to the one that is chosen", async () => {
    const reader = await aVisitor(browser, phone);
    const { page } = reader;
    await page.goto(`${shop.url}/products`);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.locator('[popover]:popover-open form[action="/preferences"] details');
    await menu.locator("summary").click();
    const names = [
      (await menu.locator("summary").textContent())?.trim(),
      ...(await menu.locator("button").allTextContents()),
    ];
    expect(names).toEqual(["English", "简体中文", "繁體中文", "日本語", "русский", "español"]);
    expect(names).toEqual(locales.map(localeName));
    await menu.getByRole("button", { name: "日本語" }).click();
    await page.getByRole("heading", { level: 1, name: textOf("ja", "catalogue", "list.title") }).waitFor();
    expect(await faultsOf(page, "ja")).toEqual([]);
    expect(reader.problems).toEqual([]);
    await reader.leave();
  });

  it.each([390, 1280].filter((_, at) => isTurnOf(at, 2)))(
    "mirrors its pages in a script that runs from right to left, at %d px",
    async (width) => {
      const reader = await aVisitor(browser, width < 600 ? phone : {});
      const { page } = reader;
      await readFromRight(page);
      const faults: string[] = [];
      for (const path of ["/", "/products", "/products/tidemill", "/login", "/lookup", "/legal/terms"]) {
        await page.goto(shop.url + path);
        const main = page.locator("main");
        await main.locator("h1").first().waitFor();
        const wide = await tooWide(page, { width, page: { address: path } });
        faults.push(...wide.map((fault) => `${path}: ${fault}`));
        faults.push(...(await outside(page)).map((html) => `${path}: outside of the screen: ${html}`));
        const name = await page.locator("header a").first().boundingBox();
        expect((name?.x ?? 0) + (name?.width ?? 0), path).toBeGreaterThan(width / 2);
        expect(await main.evaluate((one) => getComputedStyle(one).direction), path).toBe("rtl");
      }
      expect(faults).toEqual([]);
      expect(reader.problems).toEqual([]);
      await reader.leave();
    },
  );
});
