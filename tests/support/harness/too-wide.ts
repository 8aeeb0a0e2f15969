import type { Page } from "playwright-core";

/** What of a page of the admin has to be pushed sideways: all of it, or something in it that scrolls by itself. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("main, main *:not(textarea, pre)")]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 &&
          (one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX)),
      )
      .map((one) => {
        const cells = [...one.querySelectorAll("tbody tr:first-child td")].map(
          (cell) => `${(cell.textContent ?? "").slice(0, 24)}: ${cell.clientWidth}`,
        );
        return `${one.tagName} by ${one.scrollWidth - one.clientWidth}: ${cells.join(" | ")}`;
      }),
  );
