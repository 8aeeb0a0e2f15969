import { type FieldSpec, type FormValues, initialValues, toBody } from "@/components/admin/form/field-spec";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { type GoodsKind, isKeyed, secretKindOf } from "@/lib/catalogue/choices";
import type { FormField } from "@/lib/catalogue/schema";
import { formatMoney, parseMoney, partOf, writeShopAmount } from "@/lib/core/money";

export interface SkuDraft {
  /** Stable while the form is open; new options have no id yet. */
  key: string;
  id: number | null;
  code: string;
  name: string;
  price: string;
  original: string;
  cost: string | null;
  isActive: boolean;
  /** How many may be sold of a text or manual product; empty has no end. */
  cap: string;
  /** The cap as it was loaded; null for a new option, and for one of keys. */
  capSeen: string | null;
  properties: PropertyDraft[];
  content: string;
  hasContent: boolean;
  /** Codes of what it delivers beside its units. */
  delivers: readonly string[];
  isUpstream: boolean;
  free: number;
  tiers: TierDraft[];
  translations: AdminProduct["translations"];
}

export type PropertyDraft = { key: string; name: string; value: string };

export interface FieldDraft {
  key: string;
  name: string;
  type: FormField["type"];
  label: string;
  required: boolean;
  pattern: string;
  options: string;
}

export interface TierDraft {
  key: string;
  from: string;
  /** A price or a percentage, as `unit` says. */
  price: string;
  unit: "price" | "percent";
}

export interface ProductDraft {
  /** When the product was last changed as it was loaded; null for a new one. */
  seenAt: string | null;
  title: string;
  slug: string;
  summary: string;
  description: string;
  pictures: string[];
  /** Pictures among them that are shown whole. */
  wholePictures: string[];
  categoryId: string;
  status: AdminProduct["status"];
  tags: string;
  /** The principal goods; what the product is stored as follows from it. */
  goods: GoodsKind;
  purchase: "guest" | "member";
  /** The fields that are stored as they are entered. */
  plain: FormValues;
  seoTitle: string;
  seoDescription: string;
  skus: SkuDraft[];
  fields: FieldDraft[];
  translations: AdminProduct["translations"];
}

let lastKey = 0;
export const newKey = () => `new-${++lastKey}`;

/** Rows that are added from now on have other keys than those of a draft that an earlier visit kept. */
export function noteKeys({ skus, fields }: ProductDraft): void {
  const rows = [...skus, ...fields, ...skus.flatMap(({ properties, tiers }) => [...properties, ...tiers])];
  for (const { key } of rows) lastKey = Math.max(lastKey, Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0));
}

export const newSku = (position: number): SkuDraft => ({
  key: newKey(),
  id: null,
  code: position === 1 ? "standard" : `option-${position}`,
  name: "",
  price: "",
  original: "",
  cost: "",
  isActive: true,
  cap: "",
  capSeen: null,
  properties: [],
  content: "",
  hasContent: false,
  delivers: [],
  isUpstream: false,
  free: 0,
  tiers: [],
  translations: {},
});

export const newField = (): FieldDraft => ({
  key: newKey(),
  name: "",
  type: "text",
  label: "",
  required: true,
  pattern: "",
  options: "",
});

export const emptyDraft = (categoryId: string, plain: readonly FieldSpec[]): ProductDraft => ({
  seenAt: null,
  title: "",
  slug: "",
  summary: "",
  description: "",
  pictures: [],
  wholePictures: [],
  categoryId,
  status: "draft",
  tags: "",
  goods: "card_key",
  purchase: "guest",
  plain: initialValues(plain),
  seoTitle: "",
  seoDescription: "",
  skus: [newSku(1)],
  fields: [],
  translations: {},
});

const capOf = (kind: AdminProduct["auto_secret_kind"], sku: AdminProduct["skus"][number]) =>
  isKeyed(kind) || sku.is_unlimited ? "" : String(sku.stock);

const toTiers = (tiers: AdminProduct["skus"][number]["own_wholesale"]): TierDraft[] =>
  tiers.map(({ min_quantity, price, percent }) => ({
    key: newKey(),
    from: String(min_quantity),
    price: price === undefined ? String(percent) : writeShopAmount(price),
    unit: price === undefined ? "percent" : "price",
  }));

const goodsIn = ({ goods: [principal], auto_secret_kind: kind }: AdminProduct, wanted?: GoodsKind) =>
  wanted !== undefined && principal === "text" && secretKindOf(wanted) === "text"
    ? wanted
    : (principal ?? kind);

/** `wanted` is what its options are to be given; it is chosen while they sell nothing but an empty text. */
export const toDraft = (
  product: AdminProduct,
  plain: readonly FieldSpec[],
  wanted?: GoodsKind,
): ProductDraft => ({
  seenAt: product.updated_at,
  title: product.title,
  slug: product.slug,
  summary: product.summary,
  description: product.description,
  pictures: [...new Set([...(product.image ? [product.image] : []), ...product.images])],
  wholePictures: product.whole_images,
  categoryId: String(product.category.id),
  status: product.status,
  tags: product.tags.join("\n"),
  goods: goodsIn(product, wanted),
  purchase: product.purchase_type,
  plain: initialValues(plain),
  seoTitle: product.seo.title ?? "",
  seoDescription: product.seo.description ?? "",
  skus: product.skus.map((sku) => ({
    key: String(sku.id),
    id: sku.id,
    code: sku.code,
    name: sku.name,
    price: writeShopAmount(sku.price),
    original: writeShopAmount(sku.original_price ?? ""),
    cost: sku.cost_price === undefined ? null : writeShopAmount(sku.cost_price ?? ""),
    isActive: sku.is_active,
    cap: capOf(product.auto_secret_kind, sku),
    capSeen: isKeyed(product.auto_secret_kind) ? null : capOf(product.auto_secret_kind, sku),
    properties: Object.entries(sku.spec).map(([name, value]) => ({ key: newKey(), name, value })),
    content: "",
    hasContent: sku.has_content,
    delivers: sku.delivers,
    isUpstream: sku.source === "upstream",
    free: sku.stock,
    tiers: toTiers(sku.own_wholesale.length > 0 ? sku.own_wholesale : product.wholesale),
    translations: sku.translations,
  })),
  fields: product.form_fields.map((field) => ({
    key: field.key,
    name: field.key,
    type: field.type,
    label: field.label,
    required: field.required,
    pattern: field.pattern ?? "",
    options: (field.options ?? []).join("\n"),
  })),
  translations: product.translations,
});

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Rows without a name and a value say nothing. */
const filled = ({ properties }: SkuDraft) =>
  properties.filter(({ name, value }) => name.trim() || value.trim());

/** Keys of the properties whose name stands above already: a name has one value. */
export function repeatedProperties(sku: SkuDraft): ReadonlySet<string> {
  const names = filled(sku).map(({ key, name }) => ({ key, name: name.trim() }));
  return new Set(
    names
      .filter(({ name }, index) => names.findIndex((one) => one.name === name) < index)
      .map(({ key }) => key),
  );
}

const readSpec = (sku: SkuDraft): Record<string, string> =>
  Object.fromEntries(filled(sku).map(({ name, value }) => [name.trim(), value.trim()]));

/** A price by a percentage more or less, in what the currency knows; null of what is no price. */
export function changedPrice(price: string, percent: number): string | null {
  const cents = parseMoney(price.trim());
  if (cents === undefined || percent < -99 || percent > 1000) return null;
  return writeShopAmount(formatMoney(partOf(cents, BigInt(100 + percent), 100n)));
}

/** A number where one was typed; anything else goes as it is, so that the server says what is wrong with it. */
const count = (text: string): number | string | null =>
  text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : text;

/** Units are sold while the form is open: the server is told from which number the operator started. */
const stockChange = ({ cap, capSeen }: SkuDraft) => ({
  stock: count(cap),
  ...(capSeen === null ? {} : { stock_seen: count(capSeen) }),
});

export function toProductBody(draft: ProductDraft, plain: readonly FieldSpec[]): Record<string, unknown> {
  const kind = secretKindOf(draft.goods);
  const keyed = isKeyed(kind);
  return {
    ...(draft.seenAt === null ? {} : { seen_at: draft.seenAt }),
    ...(draft.categoryId ? { category_id: Number(draft.categoryId) } : {}),
    slug: draft.slug,
    title: draft.title,
    summary: draft.summary,
    description: draft.description,
    image: draft.pictures[0] ?? null,
    images: draft.pictures,
    whole_images: draft.wholePictures.filter((one) => draft.pictures.includes(one)),
    tags: lines(draft.tags),
    status: draft.status,
    auto_secret_kind: kind,
    purchase_type: draft.purchase,
    ...toBody(plain, draft.plain),
    seo: { title: draft.seoTitle || null, description: draft.seoDescription || null },
    translations: draft.translations,
    form_fields:
      kind === "none"
        ? draft.fields.map((field) => ({
            key: field.name,
            type: field.type,
            label: field.label,
            required: field.required,
            ...(field.pattern ? { pattern: field.pattern } : {}),
            ...(field.type === "select" ? { options: lines(field.options) } : {}),
          }))
        : [],
    skus: draft.skus.map((sku) => ({
      ...(sku.id === null ? {} : { id: sku.id }),
      code: sku.code,
      name: sku.name || draft.title,
      spec: readSpec(sku),
      price: sku.price.trim(),
      original_price: sku.original.trim() || null,
      ...(sku.cost === null ? {} : { cost_price: sku.cost.trim() || null }),
      is_active: sku.isActive,
      translations: sku.translations,
      wholesale: sku.tiers.map((tier) => ({
        min_quantity: count(tier.from),
        ...(tier.unit === "percent" ? { percent: count(tier.price) } : { price: tier.price.trim() }),
      })),
      ...(keyed || sku.isUpstream || sku.cap === sku.capSeen ? {} : stockChange(sku)),
      ...(kind === "text" && sku.content !== "" ? { content: sku.content } : {}),
    })),
    // Tiers stand at the options; those of the whole product were copied to them when it was loaded.
    wholesale: [],
  };
}
