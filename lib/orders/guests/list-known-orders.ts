import { findSoldProducts } from "../../catalogue/sold-goods";
import { sha256 } from "../../core/crypto";
import { tokenPattern } from "../../core/ids";
import type { Lang } from "../../core/translations";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import { readBundle } from "../sold-bundles";
import type { KnownOrders } from "./schema";

interface Item {
  productId: number;
  skuId: number;
  title: string;
  bundle: unknown;
}

/** As its buyer ordered it: a bundle in place of its first part. */
const firstOf = (item: Item | undefined) =>
  item && (readBundle(item.bundle) ?? { product_id: item.productId, sku_id: item.skuId, title: item.title });

/** Lists the orders whose tokens a browser keeps. No goods are in it: reading it is no first view of them. */
export async function listKnownOrders(tokens: readonly string[], lang?: Lang): Promise<KnownOrders> {
  const hashes = tokens.filter((token) => tokenPattern.test(token)).map(sha256);
  const rows = await db().guestToken.findMany({
    where: { tokenHash: { in: hashes } },
    select: {
      order: {
        select: {
          orderNo: true,
          status: true,
          amountCents: true,
          currency: true,
          createdAt: true,
          items: {
            select: { productId: true, skuId: true, title: true, bundle: true },
            orderBy: { position: "asc" },
            take: 1,
          },
        },
      },
    },
  });
  const known = rows.map(({ order: { items, ...order } }) => ({ order, first: firstOf(items[0]) }));
  const goods = await findSoldProducts(
    known.flatMap(({ first }) => first ?? []),
    lang,
  );
  return {
    orders: known.map(({ order, first }) => {
      const product = first && goods[first.product_id];
      return {
        order_no: order.orderNo,
        status: order.status,
        title: (lang && product?.title) || (first?.title ?? order.orderNo),
        product: product ?? null,
        amount: toMoney(order.amountCents),
        currency: order.currency,
        created_at: toTime(order.createdAt),
      };
    }),
  };
}
