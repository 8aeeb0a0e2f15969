import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languageTag, splitLocale } from "@/lib/core/locale";
import { proxy } from "@/proxy";
import { closedForMaintenance } from "../../../server/door/closed-shop";
import { PageCache, routeOf, sharedAddress } from "../../../server/pages/page-cache";

/** Added at run time: what knows the languages by another list than this table does not know it. */
const languages: Record<string, string> = languageTag;
beforeAll(() => {
  languages.de = "de";
});
afterAll(() => {
  delete languages.de;
});

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

  it("lets browsers keep no page of one reader", () => {
    const kept = (path: string) =>
      proxy(new NextRequest(`http://shop.example${path}`)).headers.get("cache-control");
    expect(kept(`/${language}/account/orders`)).toBeNull();
    expect(kept(`/${language}/products`)).toBe("private, no-cache");
  });
});
