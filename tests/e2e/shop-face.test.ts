import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { aVisitor, holdRequests, launchBrowser, phone } from "../support/harness/visitor";

let shop: BuiltShop;
let browser: Browser;

describeInBrowser("the face of the built shop", () => {
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startBuiltShop("face"), launchBrowser()]);
    const staff = await StaffClient.enter(shop);
    await staff.call("PATCH", "/settings", { site_name: "Lena's Keys" });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it.each(["/", "/products/tidemill", "/login", "/there-is-no-such-page"])(
    "has the operator's name in the title of %s and nowhere ours",
    async (path) => {
      const html = await (await fetch(shop.url + path)).text();
      const title = /<title>([^<]*)/.exec(html)?.[1];
      expect(title).toContain("Lena&#x27;s Keys");
      expect(title).not.toContain("Keyshelf");
      expect(/<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? "").not.toContain("Keyshelf");
      expect(html).toMatch(/<link rel="apple-touch-icon" href="\/brand\//);
    },
  );

  it.each(["/", "/products/tidemill", "/there-is-no-such-page"])(
    "keeps the mail addresses of %s from a proxy that hides them behind the page's back",
    async (path) => {
      const staff = await StaffClient.enter(shop);
      await staff.call("PATCH", "/settings", { contact: "help@shop.example" });
      // Pages of anonymous readers are kept for a second.
      await expect
        .poll(async () => (await fetch(shop.url + path)).text())
        .toMatch(/<footer[\s\S]*help@shop\.example[\s\S]*<\/footer>/);
      const html = await (await fetch(shop.url + path)).text();
      const [, body = ""] = html.split(/<body[^>]*>/);
      const rewritten = body
        .replace(/<script\b[\s\S]*?<\/script>/g, "")
        .replace(/<!--email_off-->[\s\S]*?<!--\/email_off-->/g, "");
      expect(body).not.toBe(rewritten);
      expect(rewritten.match(/[\w.+-]+@[\w-]+\.\w+/g)).toBeNull();
    },
  );

  it("answers anonymous readers from one rendering, each with a nonce of their own", async () => {
    for (const path of ["/", "/products", "/products/tidemill", "/posts", "/legal/terms"]) {
      const answers = await Promise.all([1, 2].map(() => fetch(shop.url + path)));
      const [one, two] = await Promise.all(
        answers.map(async (answer) => {
          const nonce =
            /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";
          const html = await answer.text();
          expect(html, path).toContain(`nonce="${nonce}"`);
          expect(answer.headers.get("cache-control"), path).not.toContain("no-store");
          return { nonce, html };
        }),
      );
      expect(one?.nonce, path).not.toBe(two?.nonce);
      expect(one?.html.replaceAll(one.nonce, ""), path).toBe(two?.html.replaceAll(two.nonce, ""));
    }
    for (const path of ["/orders/X1", "/pay/X1", "/account"]) {
      const answer = await fetch(shop.url + path, { redirect: "manual" });
      expect(answer.headers.get("cache-control"), path).toContain("no-store");
    }
  });

  it("shows what staff changed to the next reader", async () => {
    const staff = await StaffClient.enter(shop);
    for (const notice of ["Closed on Friday", "Open on Friday"]) {
      await staff.call("PATCH", "/settings", { notice });
      expect(await (await fetch(shop.url)).text()).toContain(notice);
    }
  });

  it("suggests products while typing, also for misspelt words, and opens one by keyboard", async () => {
    const reader = await aVisitor(browser, phone);
    const { page } = reader;
    await page.goto(shop.url, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Search" }).click();
    await page.keyboard.type("tidmill");
    await page.getByRole("list", { name: "Products that match" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/products/tidemill");
    expect(reader.problems).toEqual([]);
    await reader.leave();
  });
  const none = ["/products/none", "/posts/none", "/pages/none", "/legal/none"];
  it.each(["/there-is-no-such-page", ...none.filter((_, at) => isTurnOf(at, none.length))])(
    "answers %s with 404, its own title, search and goods",
    async (path) => {
      const reader = await aVisitor(browser, phone);
      const { page } = reader;
      const answer = await page.goto(shop.url + path);
      expect(answer?.status()).toBe(404);
      expect(await answer?.text()).toMatch(/<title>[^<]*does not exist[^<]*Lena/i);
      await page.locator("main a[href^='/products/']").first().waitFor();
      expect(await page.locator("input[name=search]").count()).toBeGreaterThan(0);
      await reader.leave();
    },
  );

  it("shows an unknown address to readers without script, with the way to all goods", async () => {
    for (const path of ["/there-is-no-such-page", ...none, "/zh/products/none"]) {
      const html = await (await fetch(shop.url + path)).text();
      expect(html, path).toMatch(/name="search"[\s\S]*<main[\s\S]*href="\/products"[\s\S]*<\/main>/);
      expect(/<html[^>]* lang="([^"]*)/.exec(html)?.[1]).toBe(path.startsWith("/zh/") ? "zh-Hans" : "en");
    }
  });

  it.each(["/login", "/orders/A2026010100000000/receipt", "/there-is-no-such-page"])(
    "carries no goods of the page for unknown addresses in %s",
    async (path) => {
      const newest = await fetch(`${shop.url}/api/v1/public/products?per_page=4&sort=newest`);
      const { data } = (await newest.json()) as { data: { products: { slug: string; title: string }[] } };
      expect(data.products).toHaveLength(4);
      const html = await (await fetch(shop.url + path)).text();
      for (const { slug, title } of data.products) {
        expect(html).not.toContain(`/products/${slug}`);
        expect(html).not.toContain(title);
      }
    },
  );

  it("names every Open Graph member on every page, with a picture that is there", async () => {
    for (const path of ["/", "/products", "/products/tidemill", "/posts", "/legal/terms"]) {
      const html = await (await fetch(shop.url + path)).text();
      const head = html.slice(0, html.indexOf("</head>"));
      for (const name of ["title", "site_name", "locale", "url", "type", "image", "image:width"])
        expect(head, `${path} og:${name}`).toContain(`property="og:${name}"`);
      expect(head, path).toContain('name="twitter:card" content="summary_large_image"');
      const picture = /property="og:image" content="([^"]+)"/.exec(head)?.[1]?.replaceAll("&amp;", "&");
      const answer = await fetch(picture ?? "");
      expect(answer.headers.get("content-type"), path).toBe("image/png");
    }
  });

  it("shows no error before anything was done", async () => {
    const reader = await aVisitor(browser, phone);
    await reader.page.goto(`${shop.url}/products/tidemill`, { waitUntil: "networkidle" });
    await reader.page.getByRole("button", { name: /^Pay/ }).waitFor();
    expect(await reader.page.locator("form [role=alert]").filter({ visible: true }).count()).toBe(0);
    await reader.leave();
  });

  it("has its posts as a feed", async () => {
    const answer = await fetch(`${shop.url}/feed.xml`);
    expect(answer.headers.get("content-type")).toContain("application/rss+xml");
    expect(await answer.text()).toMatch(/^<\?xml[\s\S]*<item><title>[^<]+<\/title><link>http[^<]+<\/link>/);
  });

  it("has icons of every size that browsers and home screens ask for", async () => {
    const manifest = (await (await fetch(`${shop.url}/manifest.webmanifest`)).json()) as {
      name: string;
      icons: { src: string; purpose?: string }[];
    };
    expect(manifest.name).toBe("Lena's Keys");
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
    for (const src of ["/favicon.ico", ...manifest.icons.map((icon) => icon.src)]) {
      const answer = await fetch(`${shop.url}${src}`);
      expect(answer.status, src).toBe(200);
      expect(answer.headers.get("content-type"), src).toBe("image/png");
    }
  });

  const fontPages = ["/", "/products/tidemill"].filter((_, at) => isTurnOf(at, 2));
  it.each(fontPages)("loads at most 40 kB of fonts for %s", async (path) => {
    const reader = await aVisitor(browser, phone);
    const sizes: Promise<number>[] = [];
    reader.page.on("requestfinished", (request) => {
      if (request.resourceType() === "font")
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await reader.page.goto(`${shop.url}${path}`, { waitUntil: "networkidle" });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBe(1);
    expect(bytes).toBeLessThanOrEqual(40_000);
    await reader.leave();
  });

  it("takes a larger quantity by its price, and marks choices also in a contrast theme", async () => {
    const reader = await aVisitor(browser, { forcedColors: "active" });
    const { page } = reader;
    await page.goto(`${shop.url}/products/tidemill`, { waitUntil: "networkidle" });
    const five = page.getByRole("button", { name: /From 5:.*13\.49/ });
    await expect
      .poll(async () => {
        await five.click();
        return five.getAttribute("aria-pressed");
      })
      .toBe("true");
    await expect.poll(() => page.getByLabel("Quantity").first().inputValue()).toBe("5");
    await expect.poll(() => page.locator("main").textContent()).toContain("67.45");
    const borders = await page.evaluate(() => {
      const probe = document.createElement("i");
      probe.style.color = "Highlight";
      document.body.append(probe);
      const highlight = getComputedStyle(probe).color;
      const active = document.querySelector("button[aria-pressed=true]");
      return active && [getComputedStyle(active).borderTopColor, highlight];
    });
    expect(borders?.[0]).toBe(borders?.[1]);
    await reader.leave();
  });

  it("tells search engines what a product costs and where it stands", async () => {
    const html = await (await fetch(`${shop.url}/en/products/tidemill`)).text();
    const things = [...html.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/g)].flatMap(
      ([, json = ""]) => {
        const block = JSON.parse(json) as Record<string, unknown> & { "@graph"?: Record<string, unknown>[] };
        return block["@graph"] ?? [block];
      },
    );
    const byType = (type: string) => things.find((thing) => thing["@type"] === type);
    expect(byType("Product")?.offers).toMatchObject({
      price: "14.99",
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
    });
    expect(JSON.stringify(byType("BreadcrumbList"))).toContain("Tidemill");
  });

  it("shows that a tap was taken while the next page is on its way", async () => {
    const reader = await aVisitor(browser, phone);
    const { page } = reader;
    await page.goto(shop.url);
    const link = page.getByRole("link", { name: "Tidemill" }).first();
    // A tap before the page's script runs is an ordinary link to the browser: React names its properties when it has the element.
    await expect
      .poll(() => link.evaluate((one) => Object.keys(one).some((name) => name.startsWith("__reactProps"))))
      .toBe(true);
    const held = await holdRequests(page, "**/products/tidemill*");
    await link.click();
    await page.locator("[data-nav-progress]").waitFor({ state: "attached" });
    held.release();
    await page.waitForURL("**/products/tidemill");
    await page.locator("[data-nav-progress]").waitFor({ state: "detached" });
    await reader.leave();
  });

  it("has an imprint as soon as the owner is named, and a notice that stays closed", async () => {
    const staff = await StaffClient.enter(shop);
    expect((await fetch(`${shop.url}/legal/imprint`)).status).toBe(404);
    await staff.call("PATCH", "/settings", {
      owner: "Lena Lantern\n1 Mill Lane",
      notice: "Closed on Friday",
    });
    const reader = await aVisitor(browser, phone);
    const { page } = reader;
    await page.goto(shop.url);
    const notice = page.getByText("Closed on Friday");
    await notice.waitFor();
    // Pressed until the page's script listens.
    const close = page.getByRole("button", { name: "Close this notice" });
    await expect
      .poll(async () => {
        if (await close.isVisible()) await close.click();
        return notice.isVisible();
      })
      .toBe(false);
    await page.locator("footer").getByRole("link", { name: "Imprint" }).click();
    await page.waitForURL(`${shop.url}/legal/imprint`);
    await page.getByRole("heading", { level: 1, name: "Imprint" }).waitFor();
    expect(await page.locator("main").textContent()).toContain("1 Mill Lane");
    await page.goto(shop.url);
    expect(await notice.isVisible()).toBe(false);
    await staff.call("PATCH", "/settings", { notice: "Open on Friday" });
    await page.goto(shop.url);
    await page.getByText("Open on Friday").waitFor();
    expect(reader.problems).toEqual([]);
    await reader.leave();
  });

  it("shows a page that says so while it is closed for maintenance, and opens again", async () => {
    const staff = await StaffClient.enter(shop);
    await staff.call("PATCH", "/settings", { maintenance: true, maintenance_text: "Open again at nine" });
    const reader = await aVisitor(browser, phone);
    const { page } = reader;
    // Other processes hold settings that are seconds old.
    await expect.poll(async () => (await page.goto(shop.url))?.status(), { timeout: 20_000 }).toBe(503);
    await page.getByRole("heading", { level: 1, name: "We'll be back soon" }).waitFor();
    await page.getByText("Open again at nine").waitFor();
    await page.getByRole("link", { name: "find my order" }).click();
    await page.waitForURL(`${shop.url}/lookup`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await staff.call("PATCH", "/settings", { maintenance: false });
    await expect.poll(async () => (await page.goto(shop.url))?.status(), { timeout: 20_000 }).toBe(200);
    await reader.leave();
  });
});
