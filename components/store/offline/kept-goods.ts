import { type Goods, readGoods } from "../delivery/read-goods";

/** Also read by the page without a line (app/offline). */
export const keptGoodsKey = "keyshelf.goods";
const version = 1;
const most = 50;
/** A browser gives a site some megabytes, and the cart and the drafts want some too. */
const mostCharacters = 1_000_000;

/** Goods of one order, as texts to read without a line. */
export type KeptOrder = {
  orderNo: string;
  at: string;
  goods: { title: string; texts: string[]; instructions: string | null }[];
};

/** `owner` is the account that asked for it, null a guest. */
type Kept = { version: number; owner: string | null; orders: KeptOrder[] };

type Order = { order_no: string; created_at: string; gift?: unknown; items: readonly Goods[] };

/** The account that the page was drawn for (store-frame.tsx). */
const viewer = (): string | null =>
  document.querySelector<HTMLElement>("[data-viewer]")?.dataset.viewer ?? null;

/** The storage may be full, forbidden or changed by hand. */
function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keptGoodsKey) ?? "null") as Kept | null;
    return kept?.version === version && Array.isArray(kept.orders) ? kept : null;
  } catch {
    return null;
  }
}

function write(kept: Kept): boolean {
  const orders = kept.orders.slice(0, most);
  for (;;) {
    const text = JSON.stringify({ ...kept, orders });
    try {
      if (text.length <= mostCharacters) {
        localStorage.setItem(keptGoodsKey, text);
        return true;
      }
    } catch {
      // The oldest order makes room, as far as there is one.
    }
    if (!orders.pop()) return false;
  }
}

/** Texts of an order that can be read later. What is kept up to date, downloaded or somebody else's is not among them. */
export const keepable = ({ gift, items }: Order): KeptOrder["goods"] =>
  gift
    ? []
    : items
        .map((item) => ({
          title: item.sku_name ? `${item.title} · ${item.sku_name}` : item.title,
          texts: readGoods(item).texts,
          instructions: item.fulfillment.instructions ?? null,
        }))
        .filter(({ texts }) => texts.length > 0);

/** Whether the buyer who looks at the page asked this browser to keep their goods. */
export function isKeeping(): boolean {
  const kept = read();
  return kept !== null && kept.owner === viewer();
}

export const countKept = (): number => read()?.orders.length ?? 0;

/** Stores an order as it is now: one that has nothing to read any more goes. @returns false where the browser keeps nothing */
export function keepGoods(order: Order): boolean {
  forgetGoodsOfOthers();
  const goods = keepable(order);
  const others = (read()?.orders ?? []).filter(({ orderNo }) => orderNo !== order.order_no);
  const own = goods.length > 0 ? [{ orderNo: order.order_no, at: order.created_at, goods }] : [];
  return write({ version, owner: viewer(), orders: [...own, ...others] });
}

/** The buyer's wish, or the end of a session. */
export function forgetGoods(): void {
  try {
    localStorage.removeItem(keptGoodsKey);
  } catch {
    // Nothing was stored then.
  }
}

/** Takes single orders out, as the browser forgets them. */
export function forgetGoodsOf(orderNos: readonly string[]): void {
  const kept = read();
  if (!kept) return;
  const orders = kept.orders.filter(({ orderNo }) => !orderNos.includes(orderNo));
  if (orders.length === 0 && kept.orders.length > 0) forgetGoods();
  else if (orders.length < kept.orders.length) write({ ...kept, orders });
}

/** C196: what an account keeps here ends with its session, however that ended. */
export function forgetGoodsOfOthers(): void {
  const kept = read();
  // Also what no release of the shop can read.
  if (!kept || (kept.owner !== null && kept.owner !== viewer())) forgetGoods();
}
