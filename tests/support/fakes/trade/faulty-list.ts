import { type Product, type Sku, toCents } from "./faulty-stock";
import { Refusal } from "./refusal";

type Is = (fault: string) => boolean;
type Listed = Record<string, unknown> & { id: number };

const time = (at: number) => new Date(at).toISOString();
const changedAt = ({ skus }: Product) => Math.max(...skus.map(({ updatedAt }) => updatedAt));

function priceOf(text: string, is: Is): string | number {
  if (is("price_as_number")) return Number(text);
  return is("price_of_one_decimal") ? (Number(toCents(text)) / 100).toFixed(1) : text;
}

function stockOf(stock: number, is: Is): number | string {
  if (is("stock_as_text")) return String(stock);
  return is("stock_below_zero") && stock > 1000 ? -1 : stock;
}

const viewSku = (sku: Sku, at: number, isOffered: boolean, is: Is) => ({
  id: is("sku_ids_by_product") ? at + 1 : sku.id,
  code: `SKU-${sku.id}`,
  name: `Option ${at + 1}`,
  ...(is("sku_without_price") ? {} : { price: priceOf(sku.price, is) }),
  stock: stockOf(isOffered ? sku.stock : 0, is),
});

function view(product: Product, is: Is): Listed {
  const { id, kind, isOnSale, skus } = product;
  const isOffered = isOnSale || is("left_keeps_stock");
  const stock = Math.min(
    999_999,
    skus.reduce((sum, sku) => sum + sku.stock, 0),
  );
  return {
    id,
    slug: `product-${id}`,
    title: `Product ${id}`,
    price: priceOf(skus[0]?.price ?? "0.00", is),
    stock: stockOf(isOffered ? stock : 0, is),
    auto_secret_kind: is("kind_of_own") ? "voucher" : kind,
    ...(is("no_category") ? {} : { category: "Games" }),
    active: isOnSale,
    updated_at: time(changedAt(product)),
    skus: skus.map((sku, at) => viewSku(sku, at, isOffered, is)),
  };
}

function readPage(query: URLSearchParams, is: Is) {
  const whole = (name: string, otherwise: number) => {
    const text = query.get(name);
    if (text === null) return otherwise;
    const isZero = is("page_zero_is_one") && text === "0";
    if (isZero) return 1;
    if (is("fraction_of_page") && /^\d+\.\d+$/.test(text)) return Math.floor(Number(text));
    if (!/^[1-9]\d*$/.test(text)) throw new Refusal(4001);
    return Number(text);
  };
  const asked = whole("per_page", is("twenty_by_default") ? 20 : 50);
  const most = is("at_most_100") ? 100 : 200;
  const perPage = is("not_clamped") ? asked : Math.min(most, asked);
  return { page: whole("page", 1), perPage, echoed: is("clamped_not_echoed") ? asked : perPage };
}

function readAfter(text: string | null, is: Is): number | null {
  if (text === null) return null;
  const isNaive = is("after_without_offset") && /T[\d:]+$/.test(text);
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:Z|([+-]\d{2})(:?)(\d{2})?)$/.exec(
    isNaive ? `${text}Z` : text,
  );
  const [, local, hours, colon, minutes = "00"] = parts ?? [];
  if (!local || (is("offset_of_one_form") && hours && !colon)) throw new Refusal(4001);
  const at = Date.parse(`${local}${is("offset_is_ignored") || !hours ? "Z" : `${hours}:${minutes}`}`);
  if (is("old_times_refused") && at < Date.parse("2000-01-01T00:00:00Z")) throw new Refusal(4001);
  return at;
}

let turn = 0;

/** Answers GET /upstream/products as the guide says, but for the one fault. */
export function listProducts(products: readonly Product[], query: URLSearchParams, is: Is) {
  const { page, perPage, echoed } = readPage(query, is);
  const after = readAfter(query.get("updated_after"), is);
  const isKept = (product: Product) => {
    if (after === null || is("after_is_ignored")) return product.isOnSale || is("off_sale_shown");
    return is("after_is_inclusive") ? changedAt(product) >= after : changedAt(product) > after;
  };
  const wanted = query.has("category_id") && !is("category_is_ignored") ? [] : products.filter(isKept);
  if (is("order_changes_between_pages") && ++turn % 2 === 0) wanted.push(...wanted.splice(0, 1));
  const total = wanted.length;
  if (is("last_product_never_shown")) wanted.pop();
  let start = (page - 1) * perPage;
  if (is("page_two_is_page_one") && page === 2) start = 0;
  if (is("pages_overlap") && page > 1) start -= 1;
  if (start >= total && page > 1) {
    if (is("beyond_is_404")) throw new Refusal(4004);
    if (is("beyond_is_last_page")) start = Math.max(0, total - perPage);
  }
  const shown = wanted.slice(start, start + perPage).map((product) => view(product, is));
  return { products: shown, total: is("total_is_of_page") ? shown.length : total, page, per_page: echoed };
}
