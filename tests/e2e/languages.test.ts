import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logInAsStaff } from "../support/builders/shop-steps";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(shop.url + path, { headers: { "accept-language": "en", ...headers } });
  return { status: answer.status, html: await answer.text(), cookie: answer.headers.get("set-cookie") ?? "" };
};

describeInTurn(0, 2, "the languages of the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("languages"), launchBrowser()]);
    const staff = await StaffClient.enter(shop);
    await staff.call("POST", "/pages", {
      slug: "about",
      title: "About this shelf",
      content: "<p>Who stands behind it.</p>",
      is_published: true,
      translations: { zh: { title: "关于书架", content: "<p>本店的经营者。</p>" } },
    });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("have an address each, whatever the reader's browser prefers", async () => {
    const chinese = await read("/zh/products/lanternfall");
    expect(chinese.status).toBe(200);
    expect(chinese.html).toContain('<html lang="zh-Hans"');
    expect(chinese.html).toContain("灯落谷 Lanternfall");
    expect(chinese.html).toContain("标准版");
    expect(chinese.cookie).toContain("locale=zh");
    const english = await read("/en/products/lanternfall", { "accept-language": "zh" });
    expect(english.html).toContain('<html lang="en"');
    expect(english.html).not.toContain("灯落谷");
    expect((await read("/zh")).html).toContain("永不过期的礼物");
    expect((await read("/zh/posts/the-shelf-is-open")).html).toContain("开业优惠");
    const own = (await read("/zh/pages/about")).html;
    expect(own).toContain("本店的经营者。");
    expect(own).not.toContain("About this shelf");
    expect((await read("/zh/legal/terms")).html).toContain("您购买的是什么");
    expect((await read("/zh/admin")).status).toBe(404);
  });

  it("name each other for search engines, in pages and in the sitemap", async () => {
    const { html } = await read("/zh/products/lanternfall");
    const link = (rel: string, lang?: string) =>
      new RegExp(`<link rel="${rel}"${lang ? ` hrefLang="${lang}"` : ""} href="([^"]+)"`, "i").exec(
        html,
      )?.[1];
    expect(link("canonical")).toBe(`${shop.url}/zh/products/lanternfall`);
    expect(link("alternate", "en")).toBe(`${shop.url}/en/products/lanternfall`);
    expect(link("alternate", "zh-Hans")).toBe(`${shop.url}/zh/products/lanternfall`);
    expect(link("alternate", "x-default")).toBe(`${shop.url}/products/lanternfall`);
    const sitemap = await read("/sitemap.xml");
    expect(sitemap.html).toContain(`hreflang="zh-Hans" href="${shop.url}/zh/products/lanternfall"`);
    expect(sitemap.html).toContain(`<loc>${shop.url}/pages/about</loc>`);
    expect(sitemap.html).toContain(`hreflang="zh-Hans" href="${shop.url}/zh/pages/about"`);
    const own = await read("/pages/about");
    expect(own.html).toMatch(/<link rel="alternate" hrefLang="zh-Hans" href="[^"]+\/zh\/pages\/about"/i);
  });

  it("follow the reader's choice, and never a header that a client makes up", async () => {
    const forged = await read("/products/lanternfall", { "x-keyshelf-locale": "zh" });
    expect(forged.html).toContain('<html lang="en"');
    const chosen = await read("/products/lanternfall", { cookie: "locale=zh" });
    expect(chosen.html).toContain("灯落谷 Lanternfall");
    const visitor = await aVisitor(browser);
    const { page } = visitor;
    await page.goto(`${shop.url}/zh/products/lanternfall`);
    await page.getByRole("link", { name: "全部商品" }).first().click();
    await page.waitForURL("**/products");
    await page.getByRole("heading", { name: "潮汐磨坊 Tidemill" }).waitFor();
    await page.goto(`${shop.url}/zh/products/lanternfall`);
    await page.locator('form[action="/preferences"] button[value="en"]:visible').first().click();
    await page.waitForURL((url) => url.pathname === "/products/lanternfall");
    await page.getByRole("heading", { level: 1, name: "Lanternfall" }).waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });

  it("are written beside the main text of a product, a category and the settings", async () => {
    const clerk = await aVisitor(browser);
    const { page } = clerk;
    await logInAsStaff(clerk, shop.url, shop.admin.email);
    await page.goto(`${shop.url}/admin/settings`);
    const general = page.locator("section", { has: page.getByLabel("Name of the shop") });
    await general.getByRole("button", { name: "简体中文" }).click();
    await general.getByLabel("Name of the shop").fill("小书架");
    await general.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Saved").first().waitFor();
    await expect.poll(async () => (await read("/zh")).html).toContain("小书架");
    expect((await read("/")).html).not.toContain("小书架");

    await page.goto(`${shop.url}/admin/products/new`);
    await page.getByLabel("Title", { exact: true }).first().fill("红灯笼 2");
    await expect
      .poll(() => page.getByLabel("Address", { exact: true }).inputValue())
      .toBe("hong-deng-long-2");

    // Staff who read another language than the shop's own begin with the name in each of both.
    await page.context().addCookies([{ name: "locale", value: "zh", url: shop.url }]);
    await page.goto(`${shop.url}/admin/channels`);
    await page.getByRole("button", { name: "添加渠道" }).click();
    await page.getByRole("menuitem", { name: "支付宝", exact: true }).click();
    const name = page.getByRole("dialog").getByLabel("买家看到的名称");
    expect(await name.inputValue()).toBe("Alipay");
    await page.getByRole("dialog").getByRole("button", { name: "简体中文" }).click();
    await expect.poll(() => name.inputValue()).toBe("支付宝");
    expect(clerk.problems).toEqual([]);
    await clerk.leave();
  });
});
