import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../find-chromium.mjs";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const rounds = 7;
const kb = 1024;
/** Slow 4G: 1.6 megabits a second down, half of it up, 150 ms for each round trip; a processor a quarter as fast. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const slowdown = 4;
const limits = { paintMs: 1_500, scriptKb: 110, fontsKb: 40 };

interface Painted {
  paint: number;
  script: number;
  /** Bytes that had come before the first paint. */
  fonts: number;
}

const settledMs = 3_000;

const readPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );

const readResources = (page: Page) =>
  page.evaluate(() => ({
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    resources: (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize, responseEnd }) => ({ name, bytes: encodedBodySize, end: responseEnd }),
    ),
  }));

const bytesOf = (resources: readonly { bytes: number }[]): number =>
  resources.reduce((sum, { bytes }) => sum + bytes, 0);

async function readFigures(page: Page): Promise<Painted> {
  const { firstPaint, resources } = await readResources(page);
  return {
    paint: await readPaint(page),
    script: bytesOf(resources.filter(({ name }) => /\.js(\?|$)/.test(name))),
    fonts: bytesOf(resources.filter(({ name, end }) => name.includes(".woff2") && end <= firstPaint)),
  };
}

/** A phone that never was here before. */
async function visit(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(settledMs);
  const painted = await readFigures(page);
  await context.close();
  return painted;
}

/** Pages of the shop as somebody on a cheap phone sees them for the first time. */
export async function paint({ baseUrl }: Shop, { slug }: BenchCatalogue): Promise<Verdict[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    console.log("paint: skipped, there is no Chromium (Debian: apt-get install chromium, or CHROMIUM_PATH)");
    return [];
  }
  const pages = { "the home page": "/", "the list": "/products", "the product page": `/products/${slug}` };
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const verdicts: Verdict[] = [];
    for (const [page, address] of Object.entries(pages)) {
      const url = `${baseUrl}${address}`;
      await visit(browser, url);
      const seen: Painted[] = [];
      for (let round = 0; round < rounds; round++) seen.push(await visit(browser, url));
      const add = (name: string, of: (painted: Painted) => number, limit: number, unit: string) => {
        const value = median(seen.map(of));
        verdicts.push({
          name,
          value: `${value.toFixed(0)} ${unit}`,
          target: `<= ${limit} ${unit}`,
          isMet: value <= limit,
        });
      };
      add(`largest paint of ${page}, slow 4G`, (one) => one.paint, limits.paintMs, "ms");
      add("its script", (one) => one.script / kb, limits.scriptKb, "kB");
      add("fonts before its first paint", (one) => one.fonts / kb, limits.fontsKb, "kB");
    }
    return verdicts;
  } finally {
    await browser.close();
  }
}
