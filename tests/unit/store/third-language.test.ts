import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Locale,
  languageTag,
  locales,
  matchLocale,
  offeredLocales,
  splitLocale,
} from "@/lib/core/locale";
import { problem } from "@/lib/core/refusals/refusal";
import { sayRefusal } from "@/lib/core/refusals/translate";
import { alertText } from "@/lib/notifications/alerts/alert-texts";
import { drawMail } from "@/lib/notifications/texts/draw-mail";
import { chooseLocale } from "@/lib/settings/choose-locale";
import { partOfPage, parts, readIn } from "@/messages/parts";
import { sayTold } from "@/messages/say";
import { proxy } from "@/proxy";
import { closedForMaintenance } from "../../../server/door/closed-shop";
import { PageCache, routeOf, sharedAddress } from "../../../server/pages/page-cache";
import { addGerman } from "../../support/builders/third-language";

let remove: () => void;
beforeAll(() => {
  ({ remove } = addGerman(["shopper", "mails", "admin"]));
});
afterAll(() => remove());

async function statusOf(url: string): Promise<number> {
  const cache = new PageCache(
    async (request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(request.url);
    },
    {
      privateCookies: [],
      host: "shop.example",
      traitsOf: async () => ({ userAgent: null, country: null }),
      chooseLocale: async ({ chosen }) => chosen ?? "en",
    },
  );
  const handle = closedForMaintenance(cache, {
    isClosed: async () => true,
    retrySeconds: 600,
    staffCookies: ["staff"],
  });
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method: "GET" });
  const response = new ServerResponse(request);
  await handle(request, response);
  cache.close();
  return response.statusCode;
}

describe.each(["en", "zh", "de"])("a shop with a language %s", (language) => {
  it.each(["", "/", "/products", "/products/a?sku=B", "/posts/x", "/register", "/feed.xml", "?utm_source=x"])(
    "is closed for maintenance at its address %s",
    async (rest) => {
      expect(await statusOf(`/${language}${rest}`)).toBe(503);
    },
  );

  it("leaves orders open, and what only begins like a language", async () => {
    expect(await statusOf(`/${language}/orders/K1`)).toBe(200);
    expect(await statusOf(`/${language}x/products`)).toBe(200);
  });

  it("keeps its pages and names their routes", () => {
    expect(sharedAddress(`/${language}/products/a?utm_source=x`)).toBe(`/${language}/products/a`);
    expect(sharedAddress(`/${language}/account`)).toBeNull();
    expect(routeOf(`/${language}/posts/x?page=2`)).toBe("/posts/[slug]");
    expect(splitLocale(`/${language}/posts`)).toEqual({ locale: language, pathname: "/posts" });
  });

  it("tells the page which language an address names, one that leads nowhere too", () => {
    const told = (path: string, headers = {}) =>
      proxy(new NextRequest(`http://shop.example${path}`, { headers })).headers.get(
        "x-middleware-request-x-keyshelf-locale",
      );
    for (const path of ["", "/products", "/nothing-here", "/admin"])
      expect(told(`/${language}${path}`), path).toBe(language);
    expect(told("/nothing-here", { "x-keyshelf-locale": language })).toBeNull();
  });

  it("lets browsers keep no page of one reader", () => {
    const kept = (path: string) =>
      proxy(new NextRequest(`http://shop.example${path}`)).headers.get("cache-control");
    expect(kept(`/${language}/account/orders`)).toBeNull();
    expect(kept(`/${language}/products`)).toBe("private, no-cache");
  });
});

const german = "de" as Locale;
const shop = { name: "Keyshelf", timeZone: "UTC", logoUrl: null, contact: null };
const answer = { orderNo: "K0", text: "Try it again", url: "https://shop.example/orders/K0" };
const soldOut = { kind: "stock.out", data: { title: "Atlas", sku: "A" }, message: "as it was stored" };

describe("a third language", () => {
  it("is chosen by a reader's browser where the shop offers it", () => {
    const offered = { locales: [...locales], defaultLocale: "en" };
    const browser = { chosen: [], acceptLanguage: "de-AT, zh;q=0.5" };
    expect(chooseLocale(offered, browser)).toBe("de");
    expect(chooseLocale({ ...offered, locales: ["en", "zh"] }, browser)).toBe("zh");
    expect(matchLocale("de")).toBe("de");
  });

  it("is offered by the switch where the settings name it, and one that they do not name is not", () => {
    expect(offeredLocales(["de", "zh", "xx"])).toEqual(["zh", "de"]);
    expect(offeredLocales(["en"])).toEqual(["en"]);
  });

  it("is spoken by mails, alerts and refusals", () => {
    const mail = drawMail("order_answer", answer, { locale: german, shop });
    expect(mail.html).toContain('<html lang="de">');
    Object.assign(languageTag, { [german]: "ar" });
    expect(drawMail("order_answer", answer, { locale: german, shop }).html).toContain(
      '<html lang="ar" dir="rtl">',
    );
    Object.assign(languageTag, { [german]: "de" });
    expect(mail.subject).toMatch(/^⟦.+⟧$/);
    expect(mail.text).toContain("⟦");
    expect(alertText(soldOut, german)).toMatch(/^⟦.+⟧$/);
    expect(sayRefusal("shop_away", german)).toMatch(/^⟦.+⟧$/);
    expect(sayTold(problem("connection_cut"), german)).toMatch(/^⟦.+⟧$/);
  });
});

describe("a language that is written in part", () => {
  const heard = {
    shopper: () => sayRefusal("shop_away", german),
    mails: () => drawMail("order_answer", answer, { locale: german, shop }).subject,
    admin: () => alertText(soldOut, german),
  };

  it.each(parts)("is whole in %s and English elsewhere [C123]", (written) => {
    remove();
    ({ remove } = addGerman([written]));
    for (const part of parts) {
      expect(heard[part](), part).toMatch(part === written ? /^⟦.+⟧$/ : /^[^⟦]+$/);
      expect(readIn(german, part)).toBe(part === written ? "de" : "en");
    }
  });

  it("says in a mail which language it is in: English, or the operator's own text in that language [C123]", () => {
    remove();
    ({ remove } = addGerman(["shopper"]));
    const draw = (subject?: string) =>
      drawMail("order_answer", answer, {
        locale: german,
        shop,
        ...(subject
          ? { own: { parts: { subject, heading: null, lead: null, closing: null }, values: {} } }
          : {}),
      }).html;
    expect(draw()).toContain('<html lang="en">');
    expect(draw("Antwort")).toContain('<html lang="de">');
  });

  it("is the admin's on its pages alone", () => {
    expect(["/admin", "/admin/orders?page=2", "/admin?x"].map(partOfPage)).toEqual([
      "admin",
      "admin",
      "admin",
    ]);
    expect(["/", "/administer", "/admin-x", "/products", null].map(partOfPage)).toEqual(
      Array(5).fill("shopper"),
    );
  });
});
