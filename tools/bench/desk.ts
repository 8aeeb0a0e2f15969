import { readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { db } from "@/lib/db/client";
import { findChromium } from "../find-chromium.mjs";
import { startCounting } from "./processor-time";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const rounds = 5;
const slowdown = 4;
/** As long a quiet time as this ends the work of a page. */
const settledMs = 2_500;
const views = 40;
/** Times the log-in page, which has a form and no more. */
const most = 2;

/** Takes the new shop over, as its owner does. @returns the context that is logged in */
async function enter(browser: Browser, url: string): Promise<BrowserContext> {
  const file = path.join(process.env.KEYSHELF_DATA_DIR ?? "", "first-password.txt");
  const [, word = ""] = readFileSync(file, "utf8").split("\n");
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${url}/admin`);
  await page.getByLabel("Word from the start").fill(word);
  await page.getByLabel("Your e-mail address").fill("owner@bench.example");
  await page.getByLabel("Your password").fill("seven oars across a quiet lake");
  await page.keyboard.press("Enter");
  await page.waitForURL(/step=/);
  await page.close();
  return context;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Milliseconds until a page has loaded and its scripts leave the processor alone, in a browser that never was here. */
async function untilUsable(browser: Browser, url: string, storageState?: State): Promise<number> {
  const context = await browser.newContext({ locale: "en-GB", ...(storageState ? { storageState } : {}) });
  await context.addInitScript(() => {
    const told = window as unknown as { lastWork: number };
    told.lastWork = 0;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) told.lastWork = startTime + duration;
    }).observe({ type: "longtask", buffered: true });
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(settledMs);
  const usable = await page.evaluate(() => {
    const [{ loadEventEnd } = { loadEventEnd: 0 }] = performance.getEntriesByType(
      "navigation",
    ) as PerformanceNavigationTiming[];
    return Math.max(loadEventEnd, (window as unknown as { lastWork: number }).lastWork);
  });
  await context.close();
  return usable;
}

async function measure(browser: Browser, url: string, state?: State): Promise<number> {
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) seen.push(await untilUsable(browser, url, state));
  return median(seen);
}

/** Processor time of one view of a page, with what it asks of the database. */
async function workOf(url: string, state: State): Promise<string> {
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const count = startCounting();
  for (let view = 0; view < views; view++) await (await fetch(url, { headers: { cookie } })).text();
  const work = count(views);
  return work
    ? `, ${work.server.toFixed(0)} ms of the shop, ${work.database.toFixed(1)} ms of the database`
    : "";
}

/** Pages of the admin on a processor a quarter as fast, beside the log-in page. */
export async function desk({ baseUrl }: Shop, _: BenchCatalogue): Promise<Verdict[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    console.log("desk: skipped, there is no Chromium (Debian: apt-get install chromium, or CHROMIUM_PATH)");
    return [];
  }
  const [order, product] = await Promise.all([
    db().order.findFirst({ orderBy: { id: "desc" }, select: { orderNo: true } }),
    db().product.findFirst({ orderBy: { id: "asc" }, select: { id: true } }),
  ]);
  const addresses = [
    "/admin",
    "/admin/tasks",
    "/admin/orders",
    ...(order ? [`/admin/orders/${order.orderNo}`] : []),
    "/admin/products",
    ...(product ? [`/admin/products/${product.id}`] : []),
    "/admin/stock",
  ];
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const state = await (await enter(browser, baseUrl)).storageState();
    const bare = await measure(browser, `${baseUrl}/admin/login`);
    const verdicts: Verdict[] = [];
    for (const address of addresses) {
      const url = `${baseUrl}${address}`;
      const share = (await measure(browser, url, state)) / bare;
      verdicts.push({
        name: `usable: ${address.replace(/\/(K[0-9A-Z]+|\d+)$/, "/…")}`,
        value: `${share.toFixed(2)} times the log-in page${await workOf(url, state)}`,
        target: `<= ${most} times`,
        isMet: share <= most,
      });
    }
    return verdicts;
  } finally {
    await browser.close();
  }
}
