import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axeCore from "axe-core";
import type { Page } from "playwright-core";
import { findLive } from "../live-content";
import { isLong } from "../tier";
import { budgetOf } from "./budgets";
import type { Tab } from "./readers";
import { cutWords, highRows, tooWide, tornWords } from "./too-wide";
import type { View } from "./views";
import { foreignWords } from "./words";

export interface Looked {
  tab: Tab;
  view: View;
  /** Part that an act opened; the whole page without one. */
  part?: string;
}

/** Says what is wrong with what a reader sees. */
type Check = (looked: Looked) => Promise<string[]> | string[];

const htmlOf = (page: Page, part: string | undefined): Promise<string> =>
  part === undefined
    ? page.content()
    : page.evaluate(
        (selector) => [...document.querySelectorAll(selector)].map((one) => one.outerHTML).join("\n"),
        part,
      );

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const everyRule: axeCore.RunOptions = {
  resultTypes: ["violations"],
  rules: { "target-size": { enabled: true } },
};

/** Rules that a theme or a width can break in markup that the view which uses the page has judged. */
const rulesOfLooks: axeCore.RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["color-contrast", "link-in-text-block", "target-size"],
};

/** With the elements it is wrong at. The program is put into a page once, and not again for each part. */
async function axe({ tab: { page }, view, part }: Looked): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${source};0`);
  const violations = await page.evaluate(
    async ([selector, options]): Promise<axeCore.Result[]> => {
      // Below a head that stands still, half a link would be judged as a small one.
      window.scrollTo(0, 0);
      // A dialog that was sent closes meanwhile: nothing is left to judge.
      if (selector && !document.querySelector(selector)) return [];
      const { axe } = window as unknown as { axe: typeof axeCore };
      return (await axe.run(selector ?? document, options)).violations;
    },
    [part, isLong || view.act === "use" ? everyRule : rulesOfLooks] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
}

/** The shop has rows of everything, so that each list shows what its rows look like. */
const empty = ({ tab: { page }, view, part }: Looked): Promise<string[]> | string[] =>
  part !== undefined || view.role !== view.page.roles[0] || view.page.isEmpty
    ? []
    : page.locator("main [data-empty]").allInnerTexts();

const checks: Record<string, Check> = {
  empty,
  words: async ({ tab, view, part }) => foreignWords(await htmlOf(tab.page, part), view.language),
  axe,
  width: ({ tab, view, part }) => tooWide(tab.page, view, part),
  rows: ({ tab, view, part }) => (part === undefined ? highRows(tab.page, view) : []),
  torn: ({ tab, part }) => (part === undefined ? tornWords(tab.page) : []),
  cut: ({ tab, part }) => cutWords(tab.page, part),
  live: ({ tab }) => findLive(tab.page),
};

/** Everything that is wrong with what is seen, each with the name of its check before it. */
export async function check(looked: Looked): Promise<string[]> {
  const found: string[] = [];
  for (const [name, run] of Object.entries(checks))
    for (const fault of await run(looked)) found.push(`${name}: ${fault}`);
  return found;
}

/** Calls that a page makes by itself. An order's page asks for each kind of goods that was bought. */
const callsOf = ({ page: { address } }: View): number => (address.startsWith("/admin") ? 2 : 6);
/** Requests of a page before anybody did anything. */
export function checkRequests({ requests }: Tab, view: View): string[] {
  const ahead = requests.filter(({ path }) => /[?&]_rsc=/.test(path)).map(({ path }) => path);
  // The page for a browser without a line is asked for when the page has come to rest, or the view is over before.
  const calls = requests.filter(({ type, path }) => type === "fetch" && !/[?&]_rsc=|^\/offline$/.test(path));
  return [
    ...(ahead.length > 0
      ? [`requests: ${ahead.length} pages are fetched ahead: ${ahead.slice(0, 3).join(" ")}`]
      : []),
    ...(calls.length > callsOf(view)
      ? [`requests: ${calls.length} calls: ${calls.map(({ path }) => path).join(" ")}`]
      : []),
  ];
}

/** Weighs a page of the admin, whether it is in the browser's memory already or not. */
export async function checkWeight(page: Page, { page: { address } }: View, html: string): Promise<string[]> {
  if (!address.startsWith("/admin")) return [];
  const { hasEditor, ...loaded } = await page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return {
      files: entries.filter(({ initiatorType }) => initiatorType !== "img").length + 1,
      script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      hasEditor: document.querySelector(".ProseMirror") !== null,
    };
  });
  const weights = { ...loaded, html: Buffer.byteLength(html) };
  const budget = budgetOf(address, hasEditor);
  return (["files", "script", "html"] as const)
    .filter((name) => weights[name] > budget[name])
    .map((name) => `weight: ${weights[name]} ${name}, at most ${budget[name]}`);
}

/**
 * Forms in the server's HTML that a browser would send with its fields in the address, or before the page's script listens:
 * what no address of the shop takes waits for the script.
 */
export const checkForms = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((text) => {
    const { forms } = new DOMParser().parseFromString(text, "text/html");
    return [...forms].flatMap((form) => {
      const fields = [...form.elements] as HTMLInputElement[];
      const name = fields.map((field) => field.name).join(" ");
      const isSecret = fields.some(({ type }) => ["password", "email", "file"].includes(type));
      const isWaiting = fields.every((field) => field.type !== "submit" || field.disabled);
      if (form.method === "get" && (isSecret || !form.hasAttribute("action")))
        return [`forms: sends its fields in the address: ${name}`];
      if (form.method === "post" && !form.hasAttribute("action") && !isWaiting)
        return [`forms: does not wait for the script: ${name}`];
      return [];
    });
  }, html);
