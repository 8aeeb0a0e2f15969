import { type NextRequest, NextResponse } from "next/server";
import { isSecureSite } from "@/lib/config/config";
import { localeCookie, localeHeader, pathHeader, splitLocale } from "@/lib/core/locale";

const development = process.env.NODE_ENV === "development";

/** The addresses beside the API that take a POST: each is a `route.ts` of its own. No page takes one. */
const formTargets = [
  /^\/preferences$/,
  /^\/admin\/see-as$/,
  /^\/orders\/(?:forget|[^/]+\/(?:cancel|open))$/,
  /^\/pay\/[^/]+\/start$/,
  /^\/test-gateway\/(mapi\.php|submit\.php|pay\/[^/]+\/decide)$/,
];

const readMethods = new Set(["GET", "HEAD"]);

/**
 * A page that answered a POST with 200 would look like a receiver that accepted it: a callback sent to a wrong address of a
 * shop would count as delivered.
 */
const takesMethod = (method: string, pathname: string): boolean =>
  readMethods.has(method) || formTargets.some((target) => target.test(pathname));

/**
 * Every page reads cookies (language, theme, session) and is rendered for its request anyway, so a nonce costs no
 * caching. `style-src` allows inline styles: charts and toasts set them, and a style cannot run script.
 */
function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' https://challenges.cloudflare.com${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    // Product pictures may be the operator's links to any https host; a shop run on plain http serves its own.
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws: wss:" : ""}`,
    "frame-src https://challenges.cloudflare.com",
    "object-src 'none'",
    "base-uri 'none'",
    // A form-type payment posts to its gateway, whose host is the operator's choice.
    "form-action 'self' https: http://127.0.0.1:* http://localhost:*",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join("; ");
}

/** Pages of one reader: a browser keeps no copy of them, not even to go back. */
const personal = /^\/(?:account|admin|link|orders|pay)(?:\/|$)/;
const sessionCookies = /(?:^|[\s;])(?:__Host-)?keyshelf(?:-[0-9a-f]{8})?\.(?:session|staff)=/;

/** Next keeps a header that is set here. Without `no-store` a browser goes back to a page without asking for it again. */
const mayBeKept = ({ headers, nextUrl }: NextRequest): boolean =>
  !personal.test(splitLocale(nextUrl.pathname).pathname) && !sessionCookies.test(headers.get("cookie") ?? "");
/** Pages that search engines are to find have an address for each language, too: `/zh/products`. */
const inEveryLanguage = /^\/(?:(?:products|posts|pages|legal)(?:\/.*)?)?$/;

/** Addresses without a language of their own: typed with one, they lead to the page and keep the language. */
const ofTheReader = /^\/(?:lookup|link|login|register|forgot|account(?:\/.*)?)$/;

function languageInAddress({ pathname }: URL) {
  const { locale, pathname: page } = splitLocale(pathname);
  return locale !== null && inEveryLanguage.test(page) ? { locale, pathname: page } : null;
}

export function proxy(request: NextRequest) {
  if (!takesMethod(request.method, request.nextUrl.pathname)) {
    return new NextResponse("This page can only be read.\n", {
      status: 405,
      headers: {
        allow: "GET, HEAD",
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
      },
    });
  }
  const typed = splitLocale(request.nextUrl.pathname);
  if (typed.locale && ofTheReader.test(typed.pathname)) {
    const target = request.nextUrl.clone();
    target.pathname = typed.pathname;
    const moved = NextResponse.redirect(target);
    moved.cookies.set(localeCookie, typed.locale, { path: "/", sameSite: "lax" });
    return moved;
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const value = policy(nonce);

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", value);
  const page = request.nextUrl.clone();
  page.searchParams.delete("_rsc");
  headers.set(pathHeader, `${page.pathname}${page.search}`);

  const asked = languageInAddress(request.nextUrl);
  // A client's own header of this name is not the address.
  headers.delete(localeHeader);
  // Also where it leads nowhere: that an address is unknown is said in the language that it names.
  if (typed.locale) headers.set(localeHeader, typed.locale);
  const target = request.nextUrl.clone();
  if (asked) target.pathname = asked.pathname;
  const init = { request: { headers } };
  const response = asked ? NextResponse.rewrite(target, init) : NextResponse.next(init);
  // Links on the page have no language: a reader who came by such an address and never chose stays in it.
  if (asked && !request.cookies.has(localeCookie))
    response.cookies.set(localeCookie, asked.locale, { path: "/", sameSite: "lax", secure: isSecureSite() });
  response.headers.set("content-security-policy", value);
  if (!development && mayBeKept(request)) response.headers.set("cache-control", "private, no-cache");
  return response;
}

export const config = {
  matcher: [
    "/((?!api/|_next/|sample/|fonts/|marks/|media/|brand/|share/|favicon.ico|icon.svg|sw.js|robots.txt|sitemap.xml|feed.xml|manifest.webmanifest).*)",
  ],
};
