import { AppError } from "../../core/errors";
import type { CsvColumns } from "../../core/formats/csv";
import { type Cents, formatMoney, writeShopAmount } from "../../core/money";
import { keysOf, recordOf } from "../../core/shapes/records";
import type { AdminProduct, AdminSkuView, ProductPatch, SkuBody } from "../admin/schema";
import { isKeyed } from "../schema";
import { readList, readPairs, writeList, writePairs } from "./list-cell";

interface Column<Members, View> {
  /** The member of the body that the cell fills. */
  member: keyof Members & string;
  /**
   * Reads a cell as a body would say it; undefined is nothing, and the stored value stays. Checked by the body's own
   * schema afterwards.
   */
  read: (cell: string) => unknown;
  /** The cell of what is stored. */
  show: (view: View) => string;
  /** The cell of what the schema made of `read`. */
  write: (value: never) => string;
}

const unlessEmpty = (cell: string): string | undefined => cell || undefined;
const orNull = (cell: string): string | null => cell || null;
/** A number where one was typed; anything else goes as it is, so that the schema says what is wrong with it. */
const count = (cell: string): number | string => (/^\d{1,9}$/.test(cell) ? Number(cell) : cell);
const countUnlessEmpty = (cell: string) => (cell === "" ? undefined : count(cell));
const countOrNull = (cell: string) => (cell === "" ? null : count(cell));
const same = (value: string | number | null) => String(value ?? "");
const money = (cents: Cents | null) => (cents === null ? "" : writeShopAmount(formatMoney(cents)));

const refuse = (field: string) => new AppError("malformed", "not_valid", { field });

const yes = ["yes", "true", "1"];
const no = ["no", "false", "0"];
function yesOrNo(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (word === "") return undefined;
  if (!yes.includes(word) && !no.includes(word)) throw refuse("is_active");
  return yes.includes(word);
}
const yesNo = (value: boolean) => (value ? "yes" : "no");

/** `10 = 4.50 | 50 = 10%`: from ten on a unit costs 4.50, from fifty on a tenth less than the price. */
function tiers(cell: string): { min_quantity: unknown; price?: string; percent?: unknown }[] {
  const pairs = readPairs(cell);
  if (!pairs) throw refuse("wholesale");
  return pairs.map(([quantity, price]) => ({
    min_quantity: count(quantity),
    ...(price.endsWith("%") ? { percent: count(price.slice(0, -1).trim()) } : { price }),
  }));
}

type Tier = { min_quantity: number; percent?: number | undefined };
const tierCell = ({ min_quantity, percent }: Tier, price: string | undefined): [string, string] => [
  String(min_quantity),
  price ?? `${percent}%`,
];

function properties(cell: string): Record<string, string> {
  const pairs = readPairs(cell);
  if (!pairs) throw refuse("spec");
  return Object.fromEntries(pairs);
}

/** Units of a main site and stored keys count themselves. */
const ownCount = (sku: AdminSkuView, product: AdminProduct): string =>
  isKeyed(product.auto_secret_kind) || sku.source === "upstream" || sku.is_unlimited ? "" : String(sku.stock);

type ProductView = AdminProduct;
export interface OptionView {
  product: AdminProduct;
  sku: AdminSkuView;
}

const ofProduct = (
  member: keyof ProductPatch & string,
  read: Column<ProductPatch, ProductView>["read"],
  show: (product: AdminProduct) => string,
  write: Column<ProductPatch, ProductView>["write"] = same,
): Column<ProductPatch, ProductView> => ({ member, read, show, write });

const ofOption = (
  member: keyof SkuBody & string,
  read: Column<SkuBody, OptionView>["read"],
  show: (option: OptionView) => string,
  write: Column<SkuBody, OptionView>["write"] = same,
): Column<SkuBody, OptionView> => ({ member, read, show, write });

/** The same in every line of a product; a line below the first may leave them empty. The category goes by its address. */
export const productColumns = {
  title: ofProduct("title", unlessEmpty, (row) => row.title),
  category: ofProduct("category_id", unlessEmpty, (row) => row.category.slug),
  status: ofProduct("status", unlessEmpty, (row) => row.status),
  kind: ofProduct("auto_secret_kind", unlessEmpty, (row) => row.auto_secret_kind),
  buyers: ofProduct("purchase_type", unlessEmpty, (row) => row.purchase_type),
  min_quantity: ofProduct("min_quantity", countUnlessEmpty, (row) => String(row.min_quantity)),
  max_quantity: ofProduct("max_quantity", countUnlessEmpty, (row) => String(row.max_quantity)),
  low_stock_at: ofProduct("low_stock_at", countUnlessEmpty, (row) => String(row.low_stock_at)),
  stock_display: ofProduct("stock_display", unlessEmpty, (row) => row.stock_display),
  tags: ofProduct("tags", readList, (row) => writeList(row.tags), writeList),
  summary: ofProduct(
    "summary",
    (cell) => cell,
    (row) => row.summary,
  ),
} as const;

export const optionColumns = {
  name: ofOption("name", unlessEmpty, ({ sku }) => sku.name),
  price: ofOption("price", unlessEmpty, ({ sku }) => writeShopAmount(sku.price), money),
  compare_at_price: ofOption(
    "original_price",
    orNull,
    ({ sku }) => writeShopAmount(sku.original_price ?? ""),
    money,
  ),
  cost_price: ofOption("cost_price", orNull, ({ sku }) => writeShopAmount(sku.cost_price ?? ""), money),
  on_sale: ofOption("is_active", yesOrNo, ({ sku }) => yesNo(sku.is_active), yesNo),
  stock: ofOption("stock", countOrNull, ({ sku, product }) => ownCount(sku, product)),
  /** Value of `stock` when the file was made: refused when units were sold meanwhile. */
  stock_seen: ofOption("stock_seen", countOrNull, ({ sku, product }) => ownCount(sku, product)),
  wholesale: ofOption(
    "wholesale",
    tiers,
    ({ sku }) =>
      writePairs(
        sku.own_wholesale.map((tier) =>
          tierCell(tier, tier.price === undefined ? undefined : writeShopAmount(tier.price)),
        ),
      ),
    (values: (Tier & { price?: Cents })[]) =>
      writePairs(
        values.map((tier) => tierCell(tier, tier.price === undefined ? undefined : money(tier.price))),
      ),
  ),
  properties: ofOption(
    "spec",
    properties,
    ({ sku }) => writePairs(Object.entries(sku.spec)),
    (spec: Record<string, string>) => writePairs(Object.entries(spec)),
  ),
} as const;

export type ProductColumn = keyof typeof productColumns;
export type OptionColumn = keyof typeof optionColumns;
export const productColumnNames = keysOf(productColumns);
export const optionColumnNames = keysOf(optionColumns);

/** The product by its address, the option by its code. */
export const keyColumns = ["slug", "code"] as const;
export const fileColumns = ["slug", ...productColumnNames, "code", ...optionColumnNames] as const;
export type FileColumn = (typeof fileColumns)[number];

const numberColumns: readonly FileColumn[] = [
  "min_quantity",
  "max_quantity",
  "low_stock_at",
  "price",
  "compare_at_price",
  "cost_price",
  "stock",
  "stock_seen",
];
export const fileColumnKinds: CsvColumns<FileColumn> = recordOf(fileColumns, (name) =>
  numberColumns.includes(name) ? "number" : "text",
);

/** The column that a member of a body stands in, for a refusal that names the member. */
export function columnOf(member: string): string | null {
  const first = member.split(".")[0];
  const found = [...Object.entries(productColumns), ...Object.entries(optionColumns)].find(
    ([, column]) => column.member === first,
  );
  return found?.[0] ?? fileColumns.find((name) => name === first) ?? null;
}

export const showProduct = (product: AdminProduct): Record<ProductColumn, string> =>
  recordOf(productColumnNames, (name) => productColumns[name].show(product));

export const showOption = (option: OptionView): Record<OptionColumn, string> =>
  recordOf(optionColumnNames, (name) => optionColumns[name].show(option));
