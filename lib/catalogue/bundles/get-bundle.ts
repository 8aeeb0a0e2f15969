import { notFound } from "../../core/errors";
import { maxCents, minCents, sumCents } from "../../core/money";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";
import { likeLiteral } from "../../db/filters";
import type { Reader } from "../../db/transaction";
import { requireOption } from "../require-option";
import type { SecretKind } from "../schema";
import { percentOf } from "./bundle-rules";
import { bundleStock } from "./bundle-stock";
import { type Bundle, bundleFulfillers, type PartChoices } from "./schema";
import { findBundleParts } from "./sql";

interface ShownPart {
  skuId: number;
  productId: number;
  title: string;
  skuName: string;
  code: string;
  autoSecretKind: SecretKind;
  priceCents: bigint;
  isUnlimited: boolean;
  available: number;
  isSellable: boolean;
}

const partView = (part: ShownPart) => ({
  sku_id: part.skuId,
  product_id: part.productId,
  title: part.title,
  sku_name: part.skuName,
  code: part.code,
  kind: part.autoSecretKind,
  price: toMoney(part.priceCents),
  available: part.isUnlimited ? null : Math.max(0, part.available),
  is_sellable: part.isSellable,
});

/** Shows the parts of an option; without parts it is no bundle. @throws AppError `not_found` */
export async function viewBundle(reader: Reader, skuId: number): Promise<Bundle> {
  const sku = await reader.sku.findUnique({ where: { id: skuId } });
  if (!sku) throw notFound("option");
  const parts = await findBundleParts(reader, [skuId]);
  const stock = bundleStock(parts);
  return {
    parts: parts.map((part) => ({ ...partView(part), quantity: part.quantity })),
    percent: percentOf(sku.fulfillerSettings),
    price: toMoney(sku.priceCents),
    parts_price: toMoney(
      minCents(maxCents, sumCents(parts.map(({ priceCents, quantity }) => priceCents * BigInt(quantity)))),
    ),
    available: stock.isUnlimited ? null : stock.available,
  };
}

const shown = 20;

/** Options that can become parts, by a piece of their product's title, name or code: the newest first. @throws AppError `not_found` */
export async function findPartChoices(skuId: number, search = ""): Promise<PartChoices> {
  await requireOption(skuId);
  const contains = { contains: likeLiteral(search), mode: "insensitive" } as const;
  const rows = await db().sku.findMany({
    where: {
      id: { not: skuId },
      isActive: true,
      product: { status: { not: "archived" }, formFields: { equals: [] } },
      NOT: { fulfillers: { hasSome: bundleFulfillers } },
      ...(search ? { OR: [{ code: contains }, { name: contains }, { product: { title: contains } }] } : {}),
    },
    include: { product: { select: { title: true, autoSecretKind: true } }, stock: true },
    orderBy: { id: "desc" },
    take: shown,
  });
  return {
    parts: rows.map(({ product, stock, ...sku }) =>
      partView({
        ...sku,
        ...product,
        skuId: sku.id,
        skuName: sku.name,
        isUnlimited: stock?.isUnlimited ?? false,
        available: stock?.available ?? 0,
        isSellable: true,
      }),
    ),
  };
}

export const getBundle = (skuId: number): Promise<Bundle> => viewBundle(db(), skuId);
