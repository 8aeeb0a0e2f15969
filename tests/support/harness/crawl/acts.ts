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
        const isOff = one.matches("[disabled], [aria-disabled=true]") || !one.checkVisibility();
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

/** What a button has opened, as a selector. */
async function openedBy(button: Locator): Promise<string> {
  if ((await button.getAttribute("aria-expanded")) === null) {
    await button.page().locator(dialogs).first().waitFor();
    return dialogs;
  }
  await button.and(button.page().locator("[aria-expanded=true]")).waitFor();
  return `[id="${await button.getAttribute("aria-controls")}"]`;
}

async function shut(page: Page, part: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator(part).first().waitFor({ state: "detached" });
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

/** Opens each dialog that a menu leads to. */
async function openItems({ tab, look }: Stage, button: Locator, menu: string): Promise<string[]> {
  const { page } = tab;
  const items = page.locator(`${menu} [role=menuitem][aria-haspopup=dialog]`);
  const found: string[] = [];
  const count = await items.count();
  for (let at = 0; at < count; at += 1) {
    if (at > 0) {
      await button.click();
      await openedBy(button);
    }
    const name = await items.nth(at).textContent();
    await items.nth(at).click();
    const part = "[role=dialog]";
    await page.locator(part).first().waitFor();
    await tab.settle();
    found.push(
      ...[...(await look(part)), ...(await focusFault(page, part))].map((fault) => `${fault} (in ${name})`),
    );
    await shut(page, part);
  }
  if (count === 0) await shut(page, menu);
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

/** Opens what is folded, ticks a row, and opens each menu and dialog. */
async function open(stage: Stage): Promise<string[]> {
  const { tab, view, look } = stage;
  const { page } = tab;
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
  for (const { mark, name } of await markOnce(page, "button[aria-haspopup]", scope)) {
    const button = marked(page, mark);
    await button.click();
    const part = await openedBy(button);
    await tab.settle();
    const faults = [...(await look(part)), ...(await focusFault(page, part))];
    found.push(...faults.map((fault) => `${fault} (in ${name})`));
    found.push(...(await openItems(stage, button, part)));
  }
  return found;
}

/** Empties the fields of a form and sends it. False where it has none that could be left out. */
async function sendEmpty(form: Locator): Promise<boolean> {
  const fields = form
    .locator("input:is([type=text], [type=email], :not([type])), textarea")
    .filter({ visible: true });
  const all = await fields.all();
  if (all.length === 0) return false;
  for (const field of all) if (await field.isEditable()) await field.fill("");
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

/** Sends each form of the page and of its dialogs empty. */
async function send({ tab, view, look }: Stage): Promise<string[]> {
  const { page } = tab;
  const found: string[] = [];
  const address = page.url();
  const again = async () => {
    await page.goto(address);
    await tab.settle();
  };
  const forms = await page.locator("main form[method=post]").count();
  for (let at = 0; at < forms; at += 1) {
    const form = page.locator("main form[method=post]").nth(at);
    if (!(await form.isVisible()) || !(await sendEmpty(form))) continue;
    await tab.settle();
    const faults = [...(await look("main")), ...(await lostFocus(page))];
    found.push(...faults.map((fault) => `${fault} (after form ${at + 1} was sent empty)`));
    await again();
  }
  if (view.page.address === "/admin") return found;
  const triggers = "main button[aria-haspopup=dialog]";
  const names = (await markOnce(page, triggers, "main")).map(({ name }) => name);
  for (const name of names) {
    // The page was drawn anew, and a form that may be empty has changed it.
    const trigger = (await markOnce(page, triggers, "main")).find((one) => one.name === name);
    if (!trigger) continue;
    const button = marked(page, trigger.mark);
    await button.click();
    const part = await openedBy(button);
    await tab.settle();
    const form = page.locator(`:is(${part}) form[method=post]`).first();
    if ((await form.count()) === 0 || !(await sendEmpty(form))) {
      await again();
      continue;
    }
    await tab.settle();
    const isOpen = await page.locator(part).first().isVisible();
    const faults = [...(isOpen ? await look(part) : []), ...(await lostFocus(page))];
    found.push(...faults.map((fault) => `${fault} (after ${name} was sent empty)`));
    await again();
  }
  return found;
}

/** Does what the view's act says. @returns what is wrong with what was seen then */
export async function doAct(stage: Stage): Promise<string[]> {
  const { act } = stage.view;
  return act === "rest" ? [] : act === "open" ? open(stage) : send(stage);
}
