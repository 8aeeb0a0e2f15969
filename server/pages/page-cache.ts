import type { IncomingMessage, ServerResponse } from "node:http";
import { localeCookie, splitLocale } from "../../lib/core/locale";
import { tracing } from "../../lib/core/process/trace";
import type { HeaderReader } from "../../lib/http/answer/ready-answer";
import { secureMark } from "../../lib/http/caller/cookies";
import { noTraits, type ReaderTraits } from "../../lib/payments/offers/reader-traits";
import { takesCoding } from "../door/accept-encoding";
import { countryHeader, type Handler, peerHeader } from "../door/front-door";
import { readerOf } from "../door/header-reader";
import { type RenderedAnswer, renderDetached } from "./render-detached";
import { StampedPage } from "./stamped-page";

interface Slot {
  page: Promise<StampedPage | null>;
  validUntil: number;
  size: number;
}

export interface PageCacheOptions {
  /** Cookies whose sender sees pages of their own. */
  privateCookies: readonly string[];
  /** The language in which the shop answers these wishes. */
  chooseLocale(wishes: { chosen: string | null; acceptLanguage: string | null }): Promise<string>;
  /** As much of a reader as decides about what a product's page shows (lib/payments/offers/reader-traits.ts). */
  traitsOf(headers: HeaderReader): Promise<ReaderTraits>;
  /** Host header of the shop's own address. */
  host: string;
  /** Last step of a rendering, before it is kept. */
  finish?(answer: RenderedAnswer): Promise<RenderedAnswer>;
}

/** An answer may be this old, counted from when its rendering began. */
const lifetimeMs = 1_000;
const maxBytes = 16 * 1024 * 1024;
const maxSlots = 200;

/** Pages that look alike for everybody who is not logged in. */
const sharedPaths = /^\/(?:products(?:\/[^/]+)?|posts(?:\/[^/]+)?|legal\/[^/]+|pages\/[^/]+)?$/;
/** Others, which have no address for each language. */
const sharedForms = /^\/(?:cart|forgot|login|lookup|register)$/;
/** Offer what works at the shop's own address alone: passkeys, and log-in by another site. */
const atHomeOnly = /^\/(?:login|register)$/;
/** Pages that name the channels to pay with. */
const productPath = /^\/products\/[^/]+/;
/** Parameters that those pages read from their address. */
const knownParameters = new Set([
  ...[
    "category",
    "search",
    "sort",
    "page",
    "price_min",
    "price_max",
    "in_stock",
    "instant",
    "tag",
    "attribute",
  ],
  ...["sku", "coupon", "type", "next"],
]);
/** Belongs to no page: Next answers with the shop's own words, whole. */
const nowhere = "/-";
/** Parameters that campaigns and networks add for their own counting. */
const trackingParameters = /^(utm_\w+|gclid|fbclid|msclkid|yclid|spm|ref|from|_ga)$/;
/** Headers of Next's own calls from inside a page: they ask for other things than HTML. */
const innerHeaders = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-action",
  "range",
  "authorization",
];

const parameterOf: Record<string, string> = { products: "slug", posts: "slug", legal: "page", pages: "slug" };

const splitAddress = (address: string) => splitLocale(address.split("?", 1)[0] ?? "");

/** The route of a shared address, as Next names it, for traces: nothing of what a visitor typed. */
export function routeOf(address: string): string {
  const [folder = "", entry] = splitAddress(address).pathname.split("/").slice(1);
  return entry ? `/${folder}/[${parameterOf[folder]}]` : `/${folder}`;
}

function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0) cookies.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return cookies;
}

/** The address without what no page reads, or null when it asks for something that is not known here. */
export function sharedAddress(url: string): string | null {
  const at = url.indexOf("?");
  const pathname = at < 0 ? url : url.slice(0, at);
  if (!sharedForms.test(pathname) && !sharedPaths.test(splitLocale(pathname).pathname)) return null;
  if (at < 0) return pathname;
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    if (knownParameters.has(name)) kept.append(name, value);
    else if (!trackingParameters.test(name)) return null;
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}

/**
 * Keeps the HTML that anonymous readers see for a second, one rendering at a time for everybody who asks meanwhile
 * (docs/decisions/speed/0703). A page is rendered from its key alone, so that no header of a reader can get into what others see.
 */
export class PageCache {
  readonly #next: Handler;
  readonly #options: PageCacheOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #sweep: NodeJS.Timeout;

  constructor(next: Handler, options: PageCacheOptions) {
    this.#next = next;
    this.#options = options;
    this.#sweep = setInterval(() => this.#dropOld(), 5 * lifetimeMs);
    this.#sweep.unref();
  }

  /** Shows changes of the catalogue at once. */
  forget(): void {
    this.#slots.clear();
  }

  close(): void {
    clearInterval(this.#sweep);
    this.forget();
  }

  handle: Handler = async (request, response) => {
    const key = await this.#keyOf(request);
    const page = key === null ? null : await this.#find(key);
    if (page === null || key === null) return this.#next(request, response);
    // The request that made the page has told its own trace; this one may have only been handed what was kept.
    tracing()?.note({ "http.route": routeOf(key.address) });
    await this.#send(page, request, response, key);
  };

  /** One page, with a status of its own, in place of the page that was asked for. */
  async answerWith(
    { address, status, headers }: { address: string; status: number; headers: Record<string, string> },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const named = splitAddress(request.url ?? "/").locale;
    const page = await this.#find({ ...(await this.#wishesOf(request, named)), address, traits: noTraits });
    if (page === null) throw new Error(`${address} is not the same for everybody`);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    await this.#send(page, request, response, null, status);
  }

  async #send(
    page: StampedPage,
    request: IncomingMessage,
    response: ServerResponse,
    key: Key | null,
    status = page.status,
  ): Promise<void> {
    const { headers, body } = await page.answer(
      takesCoding(String(request.headers["accept-encoding"] ?? ""), "gzip"),
    );
    if (response.destroyed) return;
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined && !response.hasHeader(name)) response.setHeader(name, value);
    if (key?.setsLocale)
      response.setHeader("set-cookie", `${localeCookie}=${key.locale}; Path=/; SameSite=lax${secureMark()}`);
    response.setHeader("content-length", body.byteLength);
    response.statusCode = status;
    response.end(request.method === "HEAD" ? undefined : body);
  }

  /** In which language and colours the reader wants it. */
  async #wishesOf({ headers }: IncomingMessage, named: string | null) {
    const cookies = readCookies(headers.cookie);
    const chosen = cookies.get(localeCookie) ?? null;
    const locale =
      named ??
      (await this.#options.chooseLocale({ chosen, acceptLanguage: headers["accept-language"] ?? null }));
    const theme = cookies.get("theme");
    return {
      locale,
      theme: theme === "light" || theme === "dark" ? theme : null,
      // As proxy.ts does for a page that is rendered for its reader alone.
      setsLocale: named !== null && chosen === null,
    };
  }

  async #keyOf(request: IncomingMessage): Promise<Key | null> {
    const { method, url = "/", headers } = request;
    if (method !== "GET" && method !== "HEAD") return null;
    const address = sharedAddress(url);
    if (address === null || innerHeaders.some((name) => headers[name] !== undefined)) return null;
    const cookies = readCookies(headers.cookie);
    if (this.#options.privateCookies.some((name) => cookies.has(name))) return null;
    const { locale, pathname } = splitAddress(address);
    if (atHomeOnly.test(pathname) && headers.host !== this.#options.host) return null;
    const wishes = await this.#wishesOf(request, locale);
    if (!productPath.test(pathname)) return { ...wishes, address, traits: noTraits };
    return { ...wishes, address, traits: await this.#options.traitsOf(readerOf(request)) };
  }

  #find(key: Key): Promise<StampedPage | null> {
    const { userAgent, country } = key.traits;
    const name = `${key.locale} ${key.theme} ${userAgent} ${country} ${key.address}`;
    const now = performance.now();
    const held = this.#slots.get(name);
    if (held && held.validUntil > now) return held.page;
    const slot: Slot = { page: this.#render(key), validUntil: now + lifetimeMs, size: 0 };
    // Last in the map: the first are the oldest.
    this.#slots.delete(name);
    this.#slots.set(name, slot);
    slot.page.then(
      (page) => {
        slot.size = page?.size ?? 0;
        if (page === null || page.status >= 500) this.#dropSlot(name, slot);
        this.#keepWithinBounds();
      },
      () => this.#dropSlot(name, slot),
    );
    return slot.page;
  }

  async #render(key: Key): Promise<StampedPage | null> {
    const { address, locale, theme, traits } = key;
    const answer = await renderDetached(this.#next, {
      url: address,
      headers: {
        host: this.#options.host,
        accept: "text/html",
        "accept-language": locale,
        cookie: `${localeCookie}=${locale}${theme ? `; theme=${theme}` : ""}`,
        [peerHeader]: "127.0.0.1",
        ...(traits.userAgent === null ? {} : { "user-agent": traits.userAgent }),
        ...(traits.country === null ? {} : { [countryHeader]: traits.country }),
      },
    });
    if (answer.headers["set-cookie"] !== undefined) return null;
    // A page whose row is missing comes from Next without a word: its script alone would say so.
    if (answer.status === 404 && address !== nowhere)
      return this.#find({ ...key, address: nowhere, traits: noTraits });
    return new StampedPage((await this.#options.finish?.(answer)) ?? answer);
  }

  #dropSlot(name: string, slot: Slot): void {
    if (this.#slots.get(name) === slot) this.#slots.delete(name);
  }

  #dropOld(): void {
    const now = performance.now();
    for (const [name, slot] of this.#slots) if (slot.validUntil <= now) this.#slots.delete(name);
  }

  #keepWithinBounds(): void {
    let bytes = 0;
    for (const { size } of this.#slots.values()) bytes += size;
    for (const [name, { size }] of this.#slots) {
      if (bytes <= maxBytes && this.#slots.size <= maxSlots) return;
      this.#slots.delete(name);
      bytes -= size;
    }
  }
}

interface Key {
  address: string;
  locale: string;
  theme: string | null;
  traits: ReaderTraits;
  /** The address names a language, and the reader never chose one: links on the page shall keep to it. */
  setsLocale: boolean;
}

/** Writes of buyers that other readers see on pages: a review. */
const shownWrite = /^\/api\/v1\/(?:guest\/)?orders\/[^/]+\/reviews\//;

/** Staff and the writer of a review see their change in the shop at once; other processes within a second. */
export function forgettingAfterWrites(cache: PageCache, handler: Handler): Handler {
  return async (request, response) => {
    await handler(request, response);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const { url = "" } = request;
    if (!isRead && (url.startsWith("/api/v1/admin/") || shownWrite.test(url))) cache.forget();
  };
}
