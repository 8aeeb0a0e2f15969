import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyAsGuest, logInAsStaff } from "../support/builders/shop-steps";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { breakout, findLive, liveCall, liveText } from "../support/harness/live-content";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, launchBrowser, type Visitor } from "../support/harness/visitor";

const call = liveCall;

/** Texts that an operator might paste, or somebody who got hold of an operator's account. */
const html = [
  `<p>A harmless beginning.</p><script>${call}</script>`,
  `<img src=x onerror="${call}">`,
  `<svg onload="${call}"><script>${call}</script><animate onbegin="${call}" attributeName=x dur=1s></svg>`,
  `<a href="javascript:${call}">one</a><a href="java&#10;script:${call}">two</a>`,
  `<a href="&#106;avascript:${call}">three</a><a href=" javascript:${call}">four</a>`,
  `<a href="data:text/html,<script>${call}</script>">five</a><a href="vbscript:${call}">six</a>`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${call}'/>">`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe><object data="javascript:${call}"></object>`,
  `<details open ontoggle="${call}"><summary>more</summary></details><p onmouseover="${call}">over</p>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${call}"></style></mglyph></table></mtext></math>`,
  `<form action="javascript:${call}"><button formaction="javascript:${call}">go</button></form>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${call}"><base href="https://evil.example/">`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>"></noscript><video><source onerror="${call}"></video>`,
].join("\n");

const text = liveText;

const slug = "hostile-goods";
const email = "curious@example.com";
const keys = [`<script>${call}</script>${text}`, `javascript:${call}`];

let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let productId: number;
let skuId: number;
const ran: string[] = [];

async function aWatched(): Promise<Visitor> {
  const visitor = await aVisitor(browser);
  await visitor.page.context().exposeBinding("keyshelfRan", ({ page }) => {
    ran.push(page.url());
  });
  return visitor;
}

/** Beyond broken pictures, which are the point. */
const harm = ({ problems }: Visitor) =>
  problems.filter((problem) => /^(dialog|script|policy):|Content Security Policy/.test(problem));

async function look(visitor: Visitor, path: string, shown = "onerror"): Promise<void> {
  const { page } = visitor;
  await page.goto(`${shop.url}${path}`, { waitUntil: "load" });
  // Client components draw their part after the load.
  await page.getByText(shown).filter({ visible: true }).first().waitFor();
  expect(await findLive(page), path).toEqual([]);
  expect(harm(visitor), path).toEqual([]);
  expect(ran, path).toEqual([]);
}

describeInBrowser("A19: hostile content in the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("hostile"), launchBrowser()]);
    staff = await StaffClient.enter(shop);
    const category = await staff.call<{ id: number }>("POST", "/categories", { slug: "hostile", name: text });
    const product = await staff.call<{ id: number }>("POST", "/products", {
      category_id: category.id,
      slug,
      title: `${text}${breakout}`,
      summary: `${text}${breakout}`,
      description: html,
      tags: [`<svg onload=${call}>`],
      status: "active",
      auto_secret_kind: "card_key",
      instructions: `${text}${breakout}`,
      seo: { title: breakout, description: breakout },
      skus: [
        { code: "HOSTILE-1", name: text, spec: { [text.slice(0, 40)]: breakout }, price: "1.00" },
        { code: "HOSTILE-2", name: breakout, price: "2.00" },
      ],
    });
    productId = product.id;
    skuId = await staff.skuId("HOSTILE-1");
    await staff.call("POST", "/products", {
      category_id: category.id,
      slug: `${slug}-by-hand`,
      title: breakout,
      description: html,
      status: "active",
      auto_secret_kind: "none",
      form_fields: [{ key: "answer", type: "text", label: text, required: true }],
      skus: [{ code: "HOSTILE-HAND", name: text, price: "3.00" }],
    });
    await staff.call("POST", `/stock/skus/${skuId}/import`, { secrets: keys.join("\n"), note: text });
    const post = { title: `${text}${breakout}`, summary: text, content: html, is_published: true };
    await staff.call("POST", "/posts", { ...post, slug: "hostile-post", type: "blog" });
    await staff.call("POST", "/posts", { ...post, slug: "hostile-notice", type: "notice" });
    await staff.call("POST", "/pages", {
      title: `${text}${breakout}`,
      content: html,
      slug: "hostile-page",
      place: "header",
      is_published: true,
    });
    await staff.call("POST", "/banners", {
      title: `${text}${breakout}`,
      subtitle: text,
      image: "/sample/missing.svg",
      link_type: "internal",
      link_url: "/products",
      sort_order: -1,
    });
    await staff.call("PATCH", "/settings", {
      site_name: text,
      notice: `${text}${breakout}`,
      contact: `javascript:${call} ${text}`,
      legal: { terms: html, privacy: html, refund: html },
    });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it("would be noticed here: on a page that is not the shop's the same content runs", async () => {
    const visitor = await aWatched();
    await visitor.page.setContent(`<body>${html}${text}${breakout}</body>`);
    await expect.poll(() => ran.length).toBeGreaterThan(2);
    expect((await findLive(visitor.page)).length).toBeGreaterThan(15);
    await visitor.leave();
    ran.length = 0;
  });

  it.each([`javascript:${call}`, `data:text/html,<script>${call}</script>`, `//evil.example/${call}`])(
    "does not let a banner lead to %s",
    async (address) => {
      for (const type of ["internal", "external"]) {
        const answer = await staff.ask("POST", "/banners", {
          title: "Click me",
          image: "/sample/missing.svg",
          link_type: type,
          link_url: address,
        });
        expect(answer).toMatchObject({ status_code: 400, msg: expect.stringMatching(/^link_url: /) });
      }
    },
  );

  it("shows product, post, notice, banner, category, tags and settings as the words they are", async () => {
    const visitor = await aWatched();
    const paths = [
      "/",
      "/products",
      "/products?category=hostile",
      `/products/${slug}`,
      `/products/${slug}-by-hand`,
      "/posts",
      "/posts/hostile-post",
      "/posts/hostile-notice",
      "/pages/hostile-page",
      "/legal/terms",
      "/login",
      "/lookup",
      `/products?search=${encodeURIComponent(text)}`,
      `/login?next=${encodeURIComponent(`javascript:${call}`)}`,
      `/orders/${encodeURIComponent(text)}`,
    ];
    // The crawl looks for the same on every page; here half of them in turn.
    for (const path of paths.filter((_, at) => isTurnOf(at, 2))) await look(visitor, path);
    await visitor.page.goto(`${shop.url}/products/${slug}`);
    await visitor.page.getByText("A harmless beginning.").waitFor();
    await visitor.page.getByText("over", { exact: true }).hover();
    expect(ran).toEqual([]);
    await visitor.leave();
  });

  it("hands over a key that looks like a script exactly as it was stored, on the page and in the mail", async () => {
    const visitor = await aWatched();
    const { orderNo, keys: read } = await buyAsGuest(visitor, { url: shop.url, slug, email });
    expect(keys).toContain(read[0]);
    await look(visitor, `/orders/${orderNo}`);
    const mail = await staff.mail(email, "order_delivered");
    expect(mail.text).toContain(read[0]);
    expect(mail.html).not.toMatch(/<(script|svg|img[^>]+onerror)|href="?\s*javascript:/i);
    await visitor.leave();
  });

  it("shows a nickname and what a buyer filled in as words, to its owner and to staff", async () => {
    const password = "nine lanterns over the mill";
    const ask = (path: string, body: unknown) =>
      fetch(`${shop.url}/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await ask("/auth/email/send-code", { email: "nick@example.com", purpose: "register" });
    const code = /\b\d{6}\b/.exec((await staff.mail("nick@example.com", "code")).text)?.[0];
    const made = await ask("/auth/register", { email: "nick@example.com", code, password, nickname: text });
    expect(made.status).toBe(200);

    const owner = await aWatched();
    await owner.page.goto(`${shop.url}/login`);
    await owner.page.getByLabel("E-mail address").fill("nick@example.com");
    await owner.page.getByLabel("Password", { exact: true }).fill(password);
    await owner.page.getByRole("button", { name: "Log in", exact: true }).click();
    await owner.page.waitForURL("**/account/orders");
    await look(owner, "/account/profile");
    await look(owner, "/");
    await owner.leave();

    const product = await fetch(`${shop.url}/api/v1/public/products/${slug}-by-hand`);
    const { data } = (await product.json()) as { data: { id: number } };
    const form = { answer: `${text}${breakout}` };
    const placed = await ask("/guest/orders", { product_id: data.id, quantity: 1, email, form });
    expect(placed.status).toBe(200);
  });

  it("shows all of it in the admin as words, in lists, forms, previews and mails", async () => {
    const visitor = await aWatched();
    const { page } = visitor;
    await logInAsStaff(visitor, shop.url, shop.admin.email);
    const { users } = await staff.call<{ users: { id: number }[] }>("GET", "/users?search=nick@example.com");
    const { orders } = await staff.call<{ orders: { order_no: string }[] }>("GET", "/orders");
    const paths = [
      "/admin/products",
      "/admin/categories",
      "/admin/posts",
      "/admin/pages",
      "/admin/banners",
      "/admin/orders",
      ...orders.map((order) => `/admin/orders/${order.order_no}`),
      "/admin/users",
      `/admin/users/${users[0]?.id}`,
      "/admin/stock",
      `/admin/stock/${skuId}`,
    ];
    for (const path of paths.filter((_, at) => isTurnOf(at, 2))) await look(visitor, path);
    await look(visitor, "/admin/audit", "Made a product");

    await page.goto(`${shop.url}/admin/mails?search=${email}`);
    await page.getByRole("button", { name: "Read" }).first().click();
    await page.getByRole("dialog").locator("iframe").waitFor();
    expect(await findLive(page)).toEqual([]);

    await page.goto(`${shop.url}/admin/products/${productId}`);
    const mode = (name: string) => page.getByRole("button", { name, exact: true }).first();
    await mode("Editor").click();
    await page.locator(".ProseMirror").first().waitFor();
    expect(await findLive(page)).toEqual([]);
    expect(harm(visitor)).toEqual([]);

    // Before it is saved nothing has cleaned it yet: the editor keeps only the tags and attributes that it knows.
    await mode("HTML").click();
    await page.getByLabel("Description").first().fill(html);
    await mode("Editor").click();
    await page.locator(".ProseMirror").first().getByText("A harmless beginning.").waitFor();
    expect(await findLive(page)).toEqual([]);
    expect(visitor.problems.filter((problem) => /^(dialog|script):/.test(problem))).toEqual([]);
    expect(ran).toEqual([]);
    await visitor.leave();
  });
});
