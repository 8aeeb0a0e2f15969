/** Thing of a row that leads on: its first link, else its first button. */
const wayIn = (row: Element) =>
  row.querySelector<HTMLElement>("a[href]") ??
  row.querySelector<HTMLElement>("button:not([disabled], [role])");

const rowsOf = (page: ParentNode) =>
  [...page.querySelectorAll("#content [data-rows] > *")].filter((row) => wayIn(row));

/** Puts the focus on the way into the next row, or the one before; Enter follows it then, as everywhere. */
export function walkRows(step: 1 | -1, page: Document = document): boolean {
  const rows = rowsOf(page);
  const at = rows.findIndex((row) => row.contains(page.activeElement));
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  const row = rows[next];
  if (!row) return false;
  wayIn(row)?.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  return true;
}

/** Ticks the row that has the focus, or takes its tick away. */
export function tickRow(page: Document = document): boolean {
  const row = page.activeElement?.closest("[data-rows] > *");
  const box = row?.querySelector<HTMLElement>("[role=checkbox], input[type=checkbox]");
  box?.click();
  return box != null;
}

/** Gives the focus to the way into a row that has been looked into. */
export function focusRow(key: string, page: Document = document): void {
  const link = page.querySelector(`[data-rows] .row-peek[href*="peek=${CSS.escape(key)}"]`);
  const row = link?.closest("[data-rows] > *");
  if (row) wayIn(row)?.focus({ preventScroll: true });
}

/** Looks into the row that has the focus, beside the list. */
export function peekRow(page: Document = document): boolean {
  const link = page.activeElement?.closest("[data-rows] > *")?.querySelector<HTMLElement>(".row-peek");
  link?.click();
  return link != null;
}
