import { partsOfBundles } from "../catalogue/bundles/bundle-stock";
import { saleRuleOf } from "../catalogue/sale-rule";
import { translateForm } from "../catalogue/translate";
import { AppError, notFound } from "../core/errors";
import { maxCents } from "../core/money";
import { refusal } from "../core/refusals/refusal";
import type { Reader } from "../db/transaction";
import { getSettings } from "../settings/queries";
import { type CouponRefusal, couponRefusal, normaliseCouponCode } from "./coupons/coupon-terms";
import { itemNames } from "./item-names";
import { type FoundCoupon, findCoupon, findSellableSkus, type SellableSku } from "./queries";
import { type Quote, quote, siteUnitPrice } from "./quote";
import { shareBundles } from "./share-bundle";
import type { OrderQuote, OrderQuoteLine, QuoteBuyer, QuoteRequest, Reduction } from "./types";
import { levelOf, levelPriceOf, unitPriceOf } from "./unit-price";

interface ChosenLine {
  sku: SellableSku;
  quantity: number;
}

export interface PricedOrder {
  quote: OrderQuote;
  coupon: FoundCoupon | null;
  couponDiscountCents: bigint;
  /** Why the coupon that was asked for is not in the quote. */
  refusal: CouponRefusal | null;
}

function chooseSku(skus: readonly SellableSku[], skuId: number | null, field: string): SellableSku {
  if (skuId !== null) {
    const sku = skus.find((candidate) => candidate.skuId === skuId);
    if (!sku) throw notFound("product_variant");
    return sku;
  }
  const [only] = skus;
  if (!only) throw notFound("product");
  if (skus.length > 1) throw new AppError("malformed", "required_variant", { field });
  return only;
}

function checkQuantity({ sku, quantity }: ChosenLine, productQuantity: number, field: string): void {
  const { minQuantity, maxQuantity } = sku;
  const isWhole = Number.isInteger(quantity) && quantity >= 1;
  if (!isWhole || productQuantity < minQuantity || productQuantity > maxQuantity) {
    throw new AppError("malformed", refusal("between", { min: minQuantity, max: maxQuantity }), { field });
  }
}

const productQuantityOf = (lines: readonly ChosenLine[], productId: number): number =>
  lines.reduce((sum, line) => (line.sku.productId === productId ? sum + line.quantity : sum), 0);

function chooseLines(request: QuoteRequest, skus: readonly SellableSku[]): ChosenLine[] {
  const fieldOf = (index: number, name: string) =>
    request.lines.length === 1 ? name : `items.${index}.${name}`;
  const lines = request.lines.map(({ productId, skuId, quantity }, index): ChosenLine => {
    const ofProduct = skus.filter((sku) => sku.productId === productId);
    if (ofProduct.length === 0) throw notFound("product");
    return { sku: chooseSku(ofProduct, skuId, fieldOf(index, "sku_id")), quantity };
  });
  for (const [index, line] of lines.entries()) {
    if (line.sku.purchaseType === "member" && request.buyer.kind === "guest") {
      throw new AppError("members_only", refusal("members_only_named", { title: line.sku.title }));
    }
    checkQuantity(line, productQuantityOf(lines, line.sku.productId), fieldOf(index, "quantity"));
  }
  return lines;
}

function unitPrices(line: ChosenLine, lines: readonly ChosenLine[], buyer: QuoteBuyer) {
  const { sku } = line;
  if (buyer.kind === "site") {
    // A site's price is its list price: what it saves against the shop window is no discount of its order.
    const cents = siteUnitPrice(sku.listCents, sku.sitePriceCents, levelOf(sku));
    return { listUnitCents: cents, unitPriceCents: cents };
  }
  return {
    listUnitCents: sku.listCents,
    unitPriceCents: unitPriceOf(sku, productQuantityOf(lines, sku.productId)),
  };
}

async function findApplicable(
  reader: Reader,
  request: QuoteRequest,
  levelId: number | null,
  areCouponsOn: boolean,
) {
  const { buyer, couponCode, at } = request;
  if (couponCode === null) return { coupon: null, refusal: null };
  const isPossible = areCouponsOn && buyer.kind !== "site";
  const coupon = isPossible ? await findCoupon(reader, normaliseCouponCode(couponCode), buyer) : null;
  if (!coupon) return { coupon: null, refusal: "unavailable" as const };
  return { coupon, refusal: couponRefusal(coupon, { at, levelId, uses: coupon.buyerUses }) };
}

/** Prices an order and says why a coupon stays out; `quoteOrder` is the form that refuses. */
export async function priceOrder(reader: Reader, request: QuoteRequest): Promise<PricedOrder> {
  const { buyer } = request;
  const { currency, features } = await getSettings();
  const productIds = [...new Set(request.lines.map((line) => line.productId))];
  const skus = await findSellableSkus(reader, productIds, buyer, request.lang);
  const lines = chooseLines(request, skus);
  const priced = lines.map((line) => ({
    productId: line.sku.productId,
    quantity: line.quantity,
    ...unitPrices(line, lines, buyer),
  }));
  const memberLevelId = skus[0]?.levelId ?? null;
  const { coupon, refusal } = await findApplicable(reader, request, memberLevelId, features.coupons);
  const result = quote(priced, refusal === null ? coupon : null);
  if (result.originalCents > maxCents) {
    throw new AppError("malformed", "total_too_large", { field: "quantity" });
  }
  const applied = refusal === null && result.refusal === null ? coupon : null;
  const quoted = lines.map(
    ({ sku, quantity }, index): OrderQuoteLine => ({
      productId: sku.productId,
      categoryIds: [sku.categoryId, sku.parentCategoryId].filter((id) => id !== null),
      skuId: sku.skuId,
      slug: sku.slug,
      ...itemNames(sku),
      quantity,
      listUnitCents: priced[index]?.listUnitCents ?? 0n,
      unitPriceCents: priced[index]?.unitPriceCents ?? 0n,
      totalCents: result.lineTotals[index] ?? 0n,
      costCents: sku.costCents,
      delivery: sku.autoSecretKind === "none" ? "manual" : "auto",
      autoSecretKind: sku.autoSecretKind,
      source: sku.source,
      fulfillers: sku.fulfillers,
      sale: saleRuleOf(sku, request.at),
      purchaseType: sku.purchaseType,
      instructions: sku.productTexts?.instructions ?? sku.instructions,
      deliveryHours: sku.autoSecretKind === "none" ? sku.deliveryHours : null,
      formFields: translateForm(sku.formFields, sku.productTexts),
    }),
  );
  const chosen = lines.map(({ sku }) => ({ id: sku.skuId, fulfillers: sku.fulfillers }));
  const parts = await partsOfBundles(reader, chosen, request.lang);
  return {
    quote: {
      currency,
      memberLevelId,
      coupon: applied && { id: applied.id, code: applied.code },
      ...totalsOf(result),
      reductions: reductionsOf(
        lines,
        priced,
        applied && { code: applied.code, cents: result.couponDiscountCents },
      ),
      lines: shareBundles(quoted, parts, request.at),
    },
    coupon,
    couponDiscountCents: result.couponDiscountCents,
    refusal: refusal ?? result.refusal,
  };
}

/** Each reduction by its name. On a line either the level's price or the quantity's counts, whichever is better. */
function reductionsOf(
  lines: readonly ChosenLine[],
  priced: readonly { listUnitCents: bigint; unitPriceCents: bigint }[],
  coupon: { code: string; cents: bigint } | null,
): Reduction[] {
  const found: Record<"member" | "quantity", bigint> = { member: 0n, quantity: 0n };
  for (const [index, { sku, quantity }] of lines.entries()) {
    const { listUnitCents, unitPriceCents } = priced[index] ?? { listUnitCents: 0n, unitPriceCents: 0n };
    const isByLevel = levelPriceOf(sku) === unitPriceCents;
    found[isByLevel ? "member" : "quantity"] += (listUnitCents - unitPriceCents) * BigInt(quantity);
  }
  const all: Reduction[] = [
    { kind: "member", name: lines[0]?.sku.levelName ?? null, cents: found.member },
    { kind: "quantity", name: null, cents: found.quantity },
    { kind: "coupon", name: coupon?.code ?? null, cents: coupon?.cents ?? 0n },
  ];
  return all.filter(({ cents }) => cents > 0n);
}

const totalsOf = ({ originalCents, discountCents, amountCents }: Quote) => ({
  originalCents,
  discountCents,
  amountCents,
});
