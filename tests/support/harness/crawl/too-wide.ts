import type { Page } from "playwright-core";

/** Width of a view in pixels, and the address of its page. */
interface Sight {
  width: number;
  page: { address: string };
}

/**
 * Finds parts that have to be pushed sideways: all of the page, a dialog, or on a desk something in a page of the
 * admin that scrolls by itself. On a phone the table behind a chart may be pushed.
 */
export const tooWide = (page: Page, { width, page: { address } }: Sight, part = "main"): Promise<string[]> =>
  page.evaluate(
    ({ selector, isDesk, isPhone }) =>
      [
        document.documentElement,
        ...(isDesk || selector !== "main"
          ? [...document.querySelectorAll(selector)].flatMap((one) => [
              one,
              ...one.querySelectorAll("*:not(textarea, pre, input)"),
            ])
          : []),
      ]
        .filter(
          (one) =>
            (one.matches("[role=dialog], [role=alertdialog]") &&
              one.getBoundingClientRect().right > document.documentElement.clientWidth + 1) ||
            (one.scrollWidth > one.clientWidth + 1 &&
              !(isPhone && one.matches("details section[aria-label]")) &&
              (one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))),
        )
        .map((one) => {
          const cells = [...one.querySelectorAll("tbody tr:first-child td")].map(
            (cell) => `${(cell.textContent ?? "").slice(0, 24)}: ${cell.clientWidth}`,
          );
          return `${one.tagName} by ${one.scrollWidth - one.clientWidth}: ${cells.join(" | ")}`;
        }),
    { selector: part, isDesk: width > 600 && address.startsWith("/admin"), isPhone: width < 600 },
  );

/** C108: on a desk the acts of a row stand on one line, and no row of a list is higher than five lines of its text. */
export const highRows = (page: Page, { width, page: { address } }: Sight): Promise<string[]> | string[] =>
  width < 600 || !address.startsWith("/admin")
    ? []
    : page.evaluate(() =>
        [...document.querySelectorAll<HTMLTableRowElement>("main tbody tr")].flatMap((row) => {
          if (!row.checkVisibility()) return [];
          const text = (row.textContent ?? "").replace(/\s+/g, " ").slice(0, 120);
          const acts = [...(row.lastElementChild?.querySelectorAll("button, a") ?? [])];
          const middles = acts.map((act) => {
            const { top, height } = act.getBoundingClientRect();
            return top + height / 2;
          });
          const stacked = acts.length > 1 && Math.max(...middles) - Math.min(...middles) > 8;
          const { height } = row.getBoundingClientRect();
          const line = Number.parseFloat(getComputedStyle(row).lineHeight) || 20;
          return [
            ...(stacked ? [`the acts stand on several lines: ${text}`] : []),
            ...(height > 5 * line ? [`${Math.round(height)} px high: ${text}`] : []),
          ];
        }),
      );

/** Short words of a script without spaces that a narrow cell of a list tears: two signs, one above the other, are read as two words. */
export const tornWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const short = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]{2,5}$/u;
    const found: string[] = [];
    for (const cell of document.querySelectorAll("main :is(td, th)")) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const word = range.toString().trim();
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (short.test(word) && lines.size > 1) found.push(`${word} on ${lines.size} lines`);
      }
    }
    return found;
  });

/** Words that end in dots and stand whole nowhere: neither as a tooltip nor as an element's name. */
export const cutWords = (page: Page, part = "body"): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(`:is(${selector}) *`)]
        .filter(
          (one) =>
            one.scrollWidth > one.clientWidth &&
            getComputedStyle(one).textOverflow === "ellipsis" &&
            one.matches(":not(input, select, textarea)") &&
            one.closest("[title]") === null &&
            one.querySelector("[title]") === null,
        )
        .map((one) => (one.textContent ?? "").trim().slice(0, 120)),
    part,
  );
