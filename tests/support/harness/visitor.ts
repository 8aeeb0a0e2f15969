import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumPath } from "./browser";
import { isLong } from "./tier";

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** A browser with a new profile; each visitor in it has cookies and storage of their own. */
export const launchBrowser = (...further: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args: [...quiet, ...further] });

/** No picture is compared: movement and a phone's fine pixels are a tenth of the browser's work. The long run has both. */
const reducedMotion = isLong ? "no-preference" : "reduce";

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: isLong ? 2 : 1,
  reducedMotion,
  isMobile: true,
  hasTouch: true,
};

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  reducedMotion,
  // A test that holds or loses requests does not see those that pass through a service worker.
  serviceWorkers: "block",
};

export interface Visitor {
  page: Page;
  /** Everything that went wrong: script errors, refused or broken requests, dialogs, missing policies. */
  problems: string[];
  leave(): Promise<void>;
}

/** Script comes from the page's own nonce or it does not run. */
function policyProblem(headers: Record<string, string>): string | null {
  const policy = headers["content-security-policy"] ?? "";
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  if (!/'nonce-[\w+/=]{16,}'/.test(scripts)) return "has no nonce in its Content-Security-Policy";
  if (/unsafe-inline|unsafe-eval|\bdata:|\*/.test(scripts)) return `lets any script in: ${scripts}`;
  return /object-src 'none'/.test(policy) && /base-uri 'none'/.test(policy)
    ? null
    : `is not whole: ${policy}`;
}

/** Writes down all that goes wrong in a page. */
export function watch(page: Page, problems: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    // A test that goes to an address means it, whatever was typed.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page ends what it was still asking for.
    if (reason !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) problems.push(`answer: ${response.status()} ${pathname}`);
    const isDocument = response.headers()["content-type"]?.startsWith("text/html") ?? false;
    const problem = isDocument ? policyProblem(response.headers()) : null;
    if (problem) problems.push(`policy: ${pathname} ${problem}`);
  });
}

/** A person with a browser of their own, in English by default. */
export async function aVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ ...desktop, locale: "en-GB", ...options });
  context.setDefaultTimeout(20_000);
  const problems: string[] = [];
  context.on("page", (page) => watch(page, problems));
  return { page: await context.newPage(), problems, leave: () => context.close() };
}

/** A slow line: what is asked for under these addresses waits for `release`. */
export async function holdRequests(page: Page, addresses: string): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}
