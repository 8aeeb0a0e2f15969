import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../find-chromium.mjs";
import { waitingNotifications } from "./deliveries";
import { startEmptyPage } from "./empty-page";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const rounds = 7;
const kb = 1024;
/** Slow 4G: 1.6 megabits a second down, half of it up, 150 ms for each round trip; a processor a quarter as fast. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const slowdown = 4;
/** `paints` and `scriptKb`: against an empty page of the same Next. */
const limits = { paints: 2, scriptKb: 32, fontsKb: 40, shift: 0 };

interface Painted {
  paint: number;
  script: number;
  /** Bytes that had come before the first paint. */
  fonts: number;
  /** Cumulative layout shift. */
  shift: number;
}

const settledMs = 3_000;

/** Milliseconds since the address was opened: a page may have asked for itself again, and begun to count anew. */
const readPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            performance.timeOrigin +
              (list.getEntries().at(-1)?.startTime ?? 0) -
              Number(sessionStorage.beganAt),
          ),
        ).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );

const readShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        // Buffered entries are told in a task of their own.
        setTimeout(() => resolve(sum), 100);
      }),
  );

const readResources = (page: Page) =>
  page.evaluate(() => ({
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    resources: (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize, responseEnd }) => ({ name, bytes: encodedBodySize, end: responseEnd }),
    ),
  }));

/** Brotli of scripts, as the shop sends its own: `next start` packs them less. */
async function packedScripts(addresses: readonly string[]): Promise<number> {
  const pack = promisify(brotliCompress);
  const scripts = await Promise.all(
    addresses.map(async (address) => pack(Buffer.from(await (await fetch(address)).arrayBuffer()))),
  );
  return scripts.reduce((sum, { length }) => sum + length, 0);
}

const bytesOf = (resources: readonly { bytes: number }[]): number =>
  resources.reduce((sum, { bytes }) => sum + bytes, 0);

async function readFigures(page: Page): Promise<Painted> {
  const { firstPaint, resources } = await readResources(page);
  return {
    paint: await readPaint(page),
    script: await packedScripts(resources.map(({ name }) => name).filter((name) => /\.js(\?|$)/.test(name))),
    shift: await readShift(page),
    fonts: bytesOf(resources.filter(({ name, end }) => name.includes(".woff2") && end <= firstPaint)),
  };
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

interface Before {
  cookies?: Cookies;
  /** Page that the buyer comes from. */
  from?: string;
}

/** A phone that never was here before, or as it is after this. */
async function visit(browser: Browser, url: string, { cookies = [], from }: Before = {}): Promise<Painted> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  if (from) {
    await page.goto(from, { waitUntil: "load" });
    await page.waitForLoadState("networkidle");
  }
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(() => {
    sessionStorage.beganAt ??= performance.timeOrigin;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(settledMs);
  const painted = await readFigures(page);
  await context.close();
  return painted;
}

interface PlacedOrder {
  path: string;
  /** Opens the order in the browser that placed it. */
  cookies: Cookies;
  token: string;
}

/** Places an order, and has its payment notified when it is to be paid. */
async function orderAtShop(
  baseUrl: string,
  catalogue: BenchCatalogue,
  { isPaid }: { isPaid: boolean },
): Promise<PlacedOrder> {
  const { skus, channelId } = catalogue;
  const answer = await fetch(`${baseUrl}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      product_id: skus[0]?.productId,
      sku_id: skus[0]?.id,
      quantity: 1,
      email: "paint@example.com",
      ...(isPaid ? { payment_channel_id: channelId } : {}),
    }),
  });
  const { data } = (await answer.json()) as { data: { order_no: string; guest_token: string } };
  const path = `/orders/${data.order_no}`;
  for (const notification of isPaid ? await waitingNotifications(catalogue) : []) {
    const answer = await (await fetch(baseUrl + notification)).text();
    if (answer !== "success") throw new Error(`The payment was not booked: ${answer.slice(0, 200)}`);
  }
  // As the page's script does it after ordering.
  const opened = await fetch(`${baseUrl}${path}/open`, {
    method: "POST",
    headers: { accept: "application/json", origin: baseUrl },
    body: new URLSearchParams({ link: data.guest_token }),
  });
  if (!opened.ok) throw new Error(`The order was not opened: ${opened.status}`);
  const cookies = opened.headers.getSetCookie().flatMap((line) => {
    const [, name, value, path] = /^([^=]+)=([^;]*).*?; *path=([^;]+)/i.exec(line) ?? [];
    return name && value && path ? [{ name, value, path, domain: new URL(baseUrl).hostname }] : [];
  });
  return { path, cookies, token: data.guest_token };
}

const medianOf = (seen: readonly Painted[]): Painted => {
  const of = (member: keyof Painted) => median(seen.map((painted) => painted[member]));
  return { paint: of("paint"), script: of("script"), fonts: of("fonts"), shift: of("shift") };
};

/** Pages of the shop as somebody on a cheap phone sees them for the first time, beside an empty page of Next. */
export async function paint({ baseUrl }: Shop, catalogue: BenchCatalogue): Promise<Verdict[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    console.log("paint: skipped, there is no Chromium (Debian: apt-get install chromium, or CHROMIUM_PATH)");
    return [];
  }
  const unpaid = await orderAtShop(baseUrl, catalogue, { isPaid: false });
  const order = await orderAtShop(baseUrl, catalogue, { isPaid: true });
  const pages: Record<string, string> = {
    "the home page": "/",
    "the list": "/products",
    "the product page": `/products/${catalogue.slug}`,
    "the order's page before its payment": unpaid.path,
    "the order's page after the purchase": order.path,
    "the order's page by the link of a mail": `${order.path}#t=${order.token}`,
    "the cart": "/cart",
    "the log-in": "/login",
    "the lookup": "/lookup",
  };
  const empty = await startEmptyPage();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const from = `${baseUrl}/products/${catalogue.slug}`;
  const placed = new Map([unpaid, order].map(({ path, cookies }) => [path, cookies]));
  const see = (address: string | null) =>
    address === null
      ? visit(browser, empty.url)
      : visit(
          browser,
          `${baseUrl}${address}`,
          placed.has(address) ? { cookies: placed.get(address) ?? [], from } : {},
        );
  /** In turns with the empty page, so that a slow minute of the machine is in each of them. */
  const seeAll = async (): Promise<Map<string | null, Painted>> => {
    const addresses = [null, ...Object.values(pages)];
    const seen = new Map<string | null, Painted[]>(addresses.map((address) => [address, []]));
    for (const address of addresses) await see(address);
    for (let round = 0; round < rounds; round++)
      for (const [address, list] of seen) list.push(await see(address));
    return new Map([...seen].map(([address, list]) => [address, medianOf(list)]));
  };
  try {
    const verdicts: Verdict[] = [];
    const seenAll = await seeAll();
    const bare = seenAll.get(null) as Painted;
    for (const [page, address] of Object.entries(pages)) {
      const seen = seenAll.get(address) as Painted;
      const add = (name: string, value: number, limit: number, [digits, unit]: [number, string]) =>
        verdicts.push({
          name,
          value: `${value.toFixed(digits)}${unit}`,
          target: `<= ${limit}${unit}`,
          isMet: value <= limit,
        });
      add(`largest paint of ${page}, slow 4G`, seen.paint / bare.paint, limits.paints, [
        2,
        " of an empty page's",
      ]);
      add("its script beyond an empty page's", (seen.script - bare.script) / kb, limits.scriptKb, [1, " kB"]);
      add("fonts before its first paint", seen.fonts / kb, limits.fontsKb, [1, " kB"]);
      add("its layout shift", seen.shift, limits.shift, [3, ""]);
    }
    return verdicts;
  } finally {
    await browser.close();
    empty.stop();
  }
}
