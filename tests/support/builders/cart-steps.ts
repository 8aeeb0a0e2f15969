import type { Page } from "playwright-core";

export const countOf = (page: Page) => page.locator("[data-cart-count]");
export const rowsOf = (page: Page) => page.getByRole("region", { name: "Items" }).getByRole("listitem");

/** Lines in the browser's cart; of goods that no shop has, unless an offer is named. */
export const keepLines = (
  page: Page,
  lines: readonly { skuId: number; productId?: number; quantity?: number }[],
) =>
  page.evaluate((kept) => {
    const cart = kept.map(({ skuId, productId = 1, quantity = 1 }) => ({
      product_id: productId,
      sku_id: skuId,
      quantity,
    }));
    localStorage.setItem("keyshelf.cart", JSON.stringify(cart));
  }, lines);

export const goneLines = (number: number, from: number) =>
  Array.from({ length: number }, (_, at) => ({ skuId: from + at }));

/** How far the page has moved under its reader until now. */
export const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
