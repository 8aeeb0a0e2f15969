import { describe, expect, it } from "vitest";
import { tickRow, walkRows } from "@/components/admin/shell/walk-rows";

class Thing {
  focused = 0;
  clicked = 0;
  scrolled = 0;
  constructor(readonly parts: Readonly<Record<string, Thing | null>> = {}) {}
  querySelector = (selector: string) =>
    Object.entries(this.parts).find(([name]) => selector.includes(name))?.[1] ?? null;
  contains = (other: unknown) => other === this || Object.values(this.parts).includes(other as Thing);
  focus = () => {
    this.focused += 1;
  };
  click = () => {
    this.clicked += 1;
  };
  scrollIntoView = () => {
    this.scrolled += 1;
  };
}

/** A page with a list: rows with a link and a box, and one row that leads nowhere. */
function aPage() {
  const rows = [1, 2, 3].map(() => new Thing({ "a[href]": new Thing(), "[role=checkbox]": new Thing() }));
  const page = {
    activeElement: null as unknown,
    querySelectorAll: () => [rows[0], new Thing(), rows[1], rows[2]],
  };
  const link = (at: number) => rows[at]?.parts["a[href]"] as Thing;
  const walk = (step: 1 | -1) => walkRows(step, page as unknown as Document);
  return { page, rows, link, walk };
}

describe("the rows of a list, walked by keys", () => {
  it("begin at the first, go on to what leads on, and end at the last", () => {
    const { page, link, walk } = aPage();
    for (const at of [0, 1, 2]) {
      expect(walk(1)).toBe(true);
      expect(link(at).focused).toBe(1);
      page.activeElement = link(at);
    }
    expect(walk(1)).toBe(false);
    expect(walk(-1)).toBe(true);
    expect(link(1).focused).toBe(2);
  });

  it("lead on by a link before any button, also where a button stands first", () => {
    const link = new Thing();
    const row = new Thing({ "button:not": new Thing(), "a[href]": link });
    const page = { activeElement: null, querySelectorAll: () => [row] };
    expect(walkRows(1, page as unknown as Document)).toBe(true);
    expect(link.focused).toBe(1);
  });

  it("are ticked where the focus is, and nowhere else", () => {
    const { page, rows, link } = aPage();
    const tick = () => tickRow(page as unknown as Document);
    expect(tick()).toBe(false);
    page.activeElement = Object.assign(link(1), { closest: () => rows[1] });
    expect(tick()).toBe(true);
    expect(rows.map(({ parts }) => parts["[role=checkbox]"]?.clicked)).toEqual([0, 1, 0]);
  });
});
