import { now } from "../../core/clock";
import { db } from "../../db/client";
import { partsOfBundles } from "../bundles/bundle-stock";
import { type Good, toGood } from "./good";
import { spellHan } from "./spell-han";
import {
  type CategoryPlace,
  findCategoryPlaces,
  findChangedProducts,
  findGoods,
  findProductIds,
  type GoodRow,
} from "./sql";

export interface Goods {
  goods: ReadonlyMap<number, Good>;
  categories: readonly CategoryPlace[];
}

/** Time by which a write may be seen late, since it is not yet committed or its clock is slow: no transaction of the shop is open for longer. */
const lateMs = 60_000;
/** Then all is read once more, and what nobody asked for goes. */
const lifetimeMs = 600_000;
const piece = 500;

interface Kept extends Goods {
  goods: Map<number, Good>;
  /** Marks of what was written lately, so that it is read once. */
  marks: ReadonlyMap<number, string>;
  since: Date;
  readAt: number;
}

interface Keeper {
  kept: Kept | null;
  /** Counts how often it was forgotten: what was read before must not be kept after. */
  forgotten: number;
  reading: Promise<Goods> | null;
  next: Promise<Goods> | null;
  end?: NodeJS.Timeout;
}

// On globalThis because Next bundles this module more than once, and one copy of a large shop is enough.
declare global {
  var keyshelfGoods: Keeper | undefined;
}
const holder = globalThis;
holder.keyshelfGoods ??= { kept: null, forgotten: 0, reading: null, next: null };
const keeper = holder.keyshelfGoods;

async function readGoods(ids: readonly number[]): Promise<Good[]> {
  const rows = await findGoods(db(), ids);
  const options = rows.map((row) => ({ id: row.sku_id, fulfillers: row.fulfillers }));
  const parts = await partsOfBundles(db(), options);
  const byProduct = new Map<number, [GoodRow, ...GoodRow[]]>();
  for (const row of rows) {
    const known = byProduct.get(row.id);
    if (known) known.push(row);
    else byProduct.set(row.id, [row]);
  }
  const products = [...byProduct.values()];
  const spelled = await spellHan(products.map(([product]) => product.search_text));
  return products.map((product, at) => toGood(product, parts, spelled[at] ?? ""));
}

/** The clock of another process may be behind, and so may that of a test. */
const earliest = () => new Date(Math.min(now().getTime(), Date.now()) - lateMs);

async function readAll(categories: readonly CategoryPlace[]): Promise<Kept> {
  const since = earliest();
  const goods = new Map<number, Good>();
  let last = 0;
  for (;;) {
    const ids = await findProductIds(db(), last, piece);
    for (const good of await readGoods(ids)) goods.set(good.id, good);
    last = ids.at(-1) ?? last;
    if (ids.length < piece) return { goods, categories, marks: new Map(), since, readAt: performance.now() };
  }
}

/** Goods are found by the name of their category. */
function inChangedCategories({ goods, categories }: Kept, now: readonly CategoryPlace[]): number[] {
  const before = new Map(categories.map(({ id, updated_at }) => [id, updated_at.getTime()]));
  const changed = new Set(
    now.filter(({ id, updated_at }) => before.get(id) !== updated_at.getTime()).map(({ id }) => id),
  );
  if (changed.size === 0) return [];
  return [...goods.values()].filter(({ categoryId }) => changed.has(categoryId)).map(({ id }) => id);
}

async function readChanged(kept: Kept, categories: readonly CategoryPlace[]): Promise<Kept> {
  const since = earliest();
  const changed = await findChangedProducts(db(), kept.since);
  const written = changed.filter(({ id, mark }) => kept.marks.get(id) !== mark).map(({ id }) => id);
  const fresh = [...new Set([...written, ...inChangedCategories(kept, categories)])];
  for (let at = 0; at < fresh.length; at += piece) {
    const ids = fresh.slice(at, at + piece);
    const read = new Map((await readGoods(ids)).map((good) => [good.id, good]));
    for (const id of ids) {
      const good = read.get(id);
      if (good) kept.goods.set(id, good);
      else kept.goods.delete(id);
    }
  }
  return { ...kept, categories, marks: new Map(changed.map(({ id, mark }) => [id, mark])), since };
}

async function read(): Promise<Goods> {
  const { kept, forgotten } = keeper;
  const isFresh = kept && kept.readAt + lifetimeMs > performance.now();
  const categories = await findCategoryPlaces(db());
  const now = isFresh ? await readChanged(kept, categories) : await readAll(categories);
  if (keeper.forgotten === forgotten) keeper.kept = now;
  clearTimeout(keeper.end);
  keeper.end = setTimeout(forgetGoods, lifetimeMs);
  keeper.end.unref();
  return now;
}

function begin(): Promise<Goods> {
  const reading = read().finally(() => {
    if (keeper.reading === reading) keeper.reading = null;
  });
  keeper.reading = reading;
  return reading;
}

/**
 * Facts of everything on sale, kept in memory and brought up to date each time they are asked for: what was written since is
 * read, and nothing else (decision 677). Who comes while others wait gets the answer of a reading that began after they asked.
 */
export function getGoods(): Promise<Goods> {
  const { reading } = keeper;
  if (!reading) return begin();
  keeper.next ??= reading
    .catch(() => undefined)
    .then(() => {
      keeper.next = null;
      return begin();
    });
  return keeper.next;
}

/** After rows were deleted, which leave no time behind. */
export function forgetGoods(): void {
  keeper.kept = null;
  keeper.forgotten += 1;
}
