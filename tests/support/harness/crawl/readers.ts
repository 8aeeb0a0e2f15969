import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { localeCookie } from "@/messages/locales";
import { isLong } from "../tier";
import { phone, watch } from "../visitor";
import { Links } from "./links";
import { routeOf } from "./routes";
import type { Role, View } from "./views";

export type Session = NonNullable<Exclude<BrowserContextOptions["storageState"], string>>;
export type Sessions = Record<Role, Session>;

/** One tab of the crawl, and what happened in it since it was given to its view. */
export interface Tab {
  page: Page;
  /** Script errors, refused or broken requests, missing policies. */
  problems: string[];
  /** Everything that was asked for, by type and path. */
  requests: { type: string; path: string }[];
  /** Waits until the page has what it asks for by itself, and its script has nothing left to do. */
  settle(): Promise<void>;
  /** Gives the tab back for the next view. */
  close(): Promise<void>;
}

/** Ends what the page asks for by itself, and stays in the shop's process, which loads its scripts once. */
const restingPlace = "/robots.txt";

/** An order that waits keeps its line open. */
const isStream = (request: Request) => request.resourceType() === "eventsource";

/**
 * Ends when all parts of a page are shown and listen, and its script has nothing left to do. React shows what came late a frame
 * after it came, also after the page is loaded; a task of the lowest priority runs when no other waits, in a page that draws no frames too.
 */
async function drawn(): Promise<void> {
  const isWaiting = () => {
    const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) if (/^\$[?~]$/.test(comments.currentNode.nodeValue ?? "")) return true;
    // The script of its content has come, and React shows it up to 300 ms later.
    if (document.querySelector("[role=dialog] > header + div:empty")) return true;
    const part = document.querySelector("main h1") ?? document.body;
    const listens = Object.keys(part).some((key) => key.startsWith("__reactFiber"));
    return "__next_f" in window && !listens;
  };
  const { scheduler } = window as unknown as {
    scheduler: { postTask(task: () => void, options: { priority: "background" }): Promise<void> };
  };
  const turn = () => scheduler.postTask(() => {}, { priority: "background" });
  while (isWaiting()) await new Promise((resolve) => setTimeout(resolve, 10));
  await turn();
  await turn();
}

/** Follows what is on its way in a tab. */
function followRequests(page: Page) {
  const open = new Set<Request>();
  const requests: Tab["requests"] = [];
  let wake = () => {};
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    requests.push({ type: request.resourceType(), path: pathname + search });
    if (!isStream(request)) open.add(request);
  });
  const end = (request: Request) => {
    open.delete(request);
    wake();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  // Requests of a page end with it, and not always with an event.
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    open.clear();
    wake();
  });
  /** True when nothing was asked for since `count` requests. */
  const isQuietSince = (count: number) => open.size === 0 && requests.length === count;
  async function settle(): Promise<void> {
    for (;;) {
      await page.waitForLoadState("load");
      while (open.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const count = requests.length;
      const isDone = await page
        .evaluate(drawn)
        .then(() => true)
        // The page led on to another one.
        .catch(() => false);
      if (page.isClosed() || (isDone && isQuietSince(count))) return;
    }
  }
  return { requests, settle };
}

/**
 * The readers of a crawl in one browser. A tab is used again by the next view of the role on this device, so that scripts are
 * loaded once; each has a context of its own, because two tabs share a window, where the one behind is drawn no more.
 */
export class Readers {
  readonly #free = new Map<string, Omit<Tab, "close">[]>();
  /** Addresses of pages where something ran that stood in a text. */
  readonly ran: string[] = [];
  readonly links: Links;

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly sessions: Sessions,
    views: readonly View[],
  ) {
    this.links = new Links(url, views);
  }

  readonly #shown = new Set<string>();

  /** Whether a menu or dialog of this name is the first on the pages of this route; always true in the long run. */
  isNews(address: string, name: string): boolean {
    const key = `${routeOf(address) ?? address} ${name}`;
    if (isLong) return true;
    if (this.#shown.has(key)) return false;
    this.#shown.add(key);
    return true;
  }

  async #make({ role, width }: View): Promise<Omit<Tab, "close">> {
    const size = width < 600 ? phone : { viewport: { width, height: 800 } };
    const context = await this.browser.newContext({
      ...size,
      locale: "en-GB",
      storageState: this.sessions[role],
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(20_000);
    await context.exposeBinding("keyshelfRan", ({ page }) => {
      this.ran.push(page.url());
    });
    const page = await context.newPage();
    const problems: string[] = [];
    watch(page, problems);
    return { page, problems, ...followRequests(page) };
  }

  async tab(view: View): Promise<Tab> {
    const key = `${view.role} ${view.width}`;
    const free = this.#free.get(key) ?? [];
    this.#free.set(key, free);
    const tab = free.pop() ?? (await this.#make(view));
    const { page, problems, requests } = tab;
    await page.context().addCookies([{ name: localeCookie, value: view.language, url: this.url }]);
    await page.emulateMedia({ colorScheme: view.theme });
    problems.length = 0;
    requests.length = 0;
    const close = async () => {
      await page.goto(this.url + restingPlace);
      await page.evaluate(() => sessionStorage.clear());
      free.push(tab);
    };
    return { ...tab, close };
  }
}
