import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { Tab } from "./readers";
import type { View } from "./views";

/** Looks at what is seen now: all of it, or the part that an act opened. @returns what is wrong with it */
type Look = (part?: string) => Promise<string[]>;

interface Stage {
  tab: Tab;
  view: View;
  look: Look;
  /** False for a menu or dialog of this name that a page of the same route has shown before. */
  isNews: (name: string) => boolean;
}

/** Header and menu are the same everywhere: they are opened on one page of each. */
const frames = ["/", "/admin"];

/** One element for each name, so that a list of twenty rows is opened once. */
async function markOnce(
  page: Page,
  selector: string,
  scope: string,
): Promise<{ mark: string; name: string }[]> {
  return page.evaluate(
    ({ selector, scope }) => {
      const names = new Set<string>();
      const found: { mark: string; name: string }[] = [];
      for (const one of document.querySelectorAll<HTMLElement>(selector)) {
        const name = `${one.getAttribute("aria-label") ?? one.textContent}`.replace(/\d+/g, "").trim();
        const isOff = one.matches(":disabled, [aria-disabled=true]") || !one.checkVisibility();
        if (isOff || names.has(name) || one.closest(scope) === null) continue;
        names.add(name);
        const mark = `${selector.length}-${found.length}`;
        one.setAttribute("data-crawled", mark);
        found.push({ mark, name });
      }
      return found;
    },
    { selector, scope },
  );
}

const marked = (page: Page, mark: string): Locator => page.locator(`[data-crawled="${mark}"]`);

const dialogs = ":is([role=dialog], [role=alertdialog])";

/** Finds the part that a button has opened, as a selector. */
async function openedBy(button: Locator): Promise<string> {
  if ((await button.getAttribute("aria-expanded")) === null) {
    await button.page().locator(dialogs).first().waitFor();
    return dialogs;
  }
  await button.and(button.page().locator("[aria-expanded=true]")).waitFor();
  return `[id="${await button.getAttribute("aria-controls")}"]`;
}

/** The focus stands where a reader begins: in the first field, not on the cross that closes the dialog. */
const focusFault = (page: Page, part: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const box = document.querySelector(selector);
    const focused = document.activeElement;
    const hasField = box?.querySelector("input:not([type=hidden], [type=checkbox]), textarea, select");
    const isCross = focused?.tagName === "BUTTON" && focused.closest("header") !== null;
    return box?.matches("[role=dialog]") && hasField && isCross
      ? ["focus: the dialog begins at its cross"]
      : [];
  }, part);

/** Empties the fields of a form and sends it. False where it has none that could be left out. */
async function sendEmpty(form: Locator): Promise<boolean> {
  const fields = form
    .locator("input:is([type=text], [type=email], :not([type])), textarea")
    .filter({ visible: true });
  // As they stand now: the editor of a text takes the place of its field when it comes near.
  const all = await fields.elementHandles();
  if (all.length === 0) return false;
  for (const field of all)
    try {
      if ((await field.isVisible()) && (await field.isEditable())) await field.fill("");
    } catch (error) {
      if (await field.evaluate((one) => one.isConnected)) throw error;
    }
  const button = form.locator("button[type=submit]").filter({ visible: true }).first();
  if ((await button.count()) === 0 || !(await button.isEnabled())) return false;
  await button.click();
  return true;
}

/** After a refusal the focus is in the form, and not nowhere. */
const lostFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.querySelector("[aria-invalid=true]") && document.activeElement === document.body
      ? ["focus: is nowhere after a refusal"]
      : [],
  );

/** Looks at what stands open, and sends its form empty where it has one. */
async function tryOpen({ tab, look }: Stage, part: string, name: string): Promise<string[]> {
  const { page } = tab;
  await tab.settle();
  const seen = [...(await look(part)), ...(await focusFault(page, part))].map(
    (fault) => `${fault} (in ${name})`,
  );
  const form = page.locator(`:is(${part}) form[method=post]`).first();
  if ((await form.count()) === 0 || !(await sendEmpty(form))) return seen;
  await tab.settle();
  const isOpen = await page.locator(part).first().isVisible();
  const sent = [...(isOpen ? await look(part) : []), ...(await lostFocus(page))];
  return [...seen, ...sent.map((fault) => `${fault} (after ${name} was sent empty)`)];
}

/** Closes what is open; a page that asks first, or has gone elsewhere, is opened anew. */
async function leave({ tab }: Stage, address: string, part: string): Promise<void> {
  const { page } = tab;
  const open = page.locator(part);
  if ((await open.count()) > 0) await page.keyboard.press("Escape");
  await tab.settle();
  if (page.url() === address && (await open.count()) === 0 && (await page.locator(dialogs).count()) === 0)
    return;
  await page.goto(address);
  await tab.settle();
}

/** Uses each dialog that a menu leads to. */
async function tryItems(stage: Stage, button: Locator, menu: string): Promise<string[]> {
  const { page } = stage.tab;
  const address = page.url();
  const found: string[] = [];
  const names = await page.locator(`${menu} [role=menuitem][aria-haspopup=dialog]`).allTextContents();
  for (const name of names) {
    if ((await button.count()) === 0) break;
    if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
    const opened = await openedBy(button);
    const item = page.locator(`${opened} [role=menuitem][aria-haspopup=dialog]`).filter({ hasText: name });
    await item.first().click();
    const part = "[role=dialog]";
    await page.locator(part).first().waitFor();
    found.push(...(await tryOpen(stage, part, name)));
    await leave(stage, address, part);
  }
  return found;
}

/** The bar that rises when a row is ticked. */
function bulkBar({ language }: View): string {
  const texts = JSON.parse(readFileSync(`messages/${language}/admin.json`, "utf8")) as {
    table: { bulk: string };
  };
  return `section[aria-label="${texts.table.bulk}"]`;
}

async function tick({ tab: { page }, view, look }: Stage): Promise<string[]> {
  const box = page.locator("main tbody [role=checkbox]:not([disabled])").first();
  if ((await box.count()) === 0) return [];
  await box.click();
  const bar = bulkBar(view);
  await page.locator(bar).waitFor();
  return (await look(bar)).map((fault) => `${fault} (in the bar of what is ticked)`);
}

/** Sends each form of the page empty. */
async function send({ tab, look }: Stage): Promise<string[]> {
  const { page } = tab;
  const found: string[] = [];
  const address = page.url();
  const forms = await page.locator("main form[method=post]").count();
  let isSent = false;
  for (let at = 0; at < forms; at += 1) {
    if (isSent) {
      await page.goto(address);
      await tab.settle();
      isSent = false;
    }
    const form = page.locator("main form[method=post]").nth(at);
    if (!(await form.isVisible()) || !(await sendEmpty(form))) continue;
    isSent = true;
    await tab.settle();
    const faults = [...(await look("main")), ...(await lostFocus(page))];
    found.push(...faults.map((fault) => `${fault} (after form ${at + 1} was sent empty)`));
  }
  return found;
}

/** Opens what is folded, ticks a row, and uses each menu and dialog; one that this route has shown to somebody once is enough. */
async function open(stage: Stage): Promise<string[]> {
  const { tab, view, look, isNews } = stage;
  const { page } = tab;
  const address = page.url();
  const found: string[] = [];
  const folded = page.locator("main details:not([open])");
  if ((await folded.count()) > 0) {
    await folded.evaluateAll((all) => {
      for (const one of all) one.setAttribute("open", "");
    });
    await tab.settle();
    found.push(...(await look("main details")).map((fault) => `${fault} (in what was folded)`));
  }
  found.push(...(await tick(stage)));
  const scope = frames.includes(view.page.address) ? "body" : "main";
  const used = new Set<string>();
  for (;;) {
    // The last act may have drawn the page anew.
    const all = await markOnce(page, "button[aria-haspopup]", scope);
    const next = all.find(({ name }) => !used.has(name));
    if (!next) return found;
    used.add(next.name);
    if (!isNews(next.name)) continue;
    const button = marked(page, next.mark);
    await button.click();
    const part = await openedBy(button);
    const isMenu = (await button.getAttribute("aria-expanded")) !== null;
    found.push(...(await tryOpen(stage, part, next.name)));
    if (isMenu) found.push(...(await tryItems(stage, button, part)));
    await leave(stage, address, part);
  }
}

/** Does what the view's act says. @returns what is wrong with what was seen then */
export async function doAct(stage: Stage): Promise<string[]> {
  return stage.view.act === "rest" ? [] : [...(await open(stage)), ...(await send(stage))];
}
