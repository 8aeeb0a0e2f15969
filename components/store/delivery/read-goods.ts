import type { OrderDetail } from "@/lib/orders/schema";

type Item = OrderDetail["items"][number];

/** A delivered item, as far as its goods are drawn from it: the buyer's, and what the recipient of a gift sees of it. */
export type Goods = Pick<Item, "id" | "title" | "sku_name" | "quantity" | "kind" | "delivers"> & {
  fulfillment: Pick<Item["fulfillment"], "secrets" | "instructions" | "files" | "living" | "renewal">;
};
export type GoodsKind = Item["kind"] | "license";

/** Links of files and a living text stand among the texts for clients that know nothing of them; here each has a card. */
function textsOf({ fulfillment: { secrets = [], files = [], living } }: Goods): string[] {
  const shown = new Set([...files.map(({ url }) => url), living?.text]);
  return secrets.filter((secret) => !shown.has(secret));
}

/**
 * Reads the goods that were handed over as texts, and their kind. The licenses of an item come as one text with a key
 * on each line.
 */
export function readGoods(item: Goods): { kind: GoodsKind; texts: string[] } {
  const texts = textsOf(item);
  const keys = texts[0]?.split("\n") ?? [];
  const hasLicense = item.delivers?.includes("license") || item.fulfillment.renewal;
  const isLicense = hasLicense && texts.length === 1 && keys.length === item.quantity;
  return isLicense ? { kind: "license", texts: keys } : { kind: item.kind, texts };
}
