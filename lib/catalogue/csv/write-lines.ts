import type { AuditEntry } from "../../acts/record-audit";
import { AppError, isAppError } from "../../core/errors";
import type { Cents } from "../../core/money";
import { parseMoney } from "../../core/money";
import { slugText } from "../../core/wire";
import { rollBackTo, setSavepoint } from "../../db/sql-pieces";
import type { Tx } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import { createdEntry, insertProduct } from "../admin/create-product";
import type { AdminProduct, AdminSkuView, CreateProductBody, SkuBody } from "../admin/schema";
import { changeProduct } from "../admin/update-product";
import { columnOf, optionColumns, productColumns, showOption, showProduct } from "./columns";
import type { ProductLines, ReadLine, RefusedLine } from "./read-lines";

/** Cell of a line that differs from the stored value. */
interface CellChange {
  line: number;
  slug: string;
  code: string;
  column: string;
  /** Null of a new one. */
  from: string | null;
  to: string;
}

export interface WrittenProduct {
  result: "created" | "changed" | "unchanged";
  options: { created: number; changed: number; unchanged: number };
  changes: CellChange[];
  entry: AuditEntry | null;
}

const required = (field: string) => new AppError("malformed", "required", { field });

const cents = (text: string | null): Cents | null => (text === null ? null : (parseMoney(text) ?? null));

/** The columns whose value in the file differs from the stored one, each with the member of the body that it fills. */
function compare(
  input: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, { member: string; write: (value: never) => string }>>,
  shown: Readonly<Record<string, string>> | null,
  written: Readonly<Record<string, string | undefined>> = {},
): { column: string; member: string; from: string | null; to: string }[] {
  return Object.entries(columns).flatMap(([column, { member, write }]) => {
    const value = input[member];
    if (value === undefined || column === "stock_seen") return [];
    const to = written[column] ?? write(value as never);
    const from = shown?.[column] ?? null;
    return to === from ? [] : [{ column, member, from, to }];
  });
}

const pick = <T extends object>(from: T, members: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => members.includes(name))) as Partial<T>;

interface Plan {
  changes: CellChange[];
  options: WrittenProduct["options"];
  /** Undefined where no option changes. */
  skus: SkuBody[] | undefined;
  /** For each of `skus` the line of the file that it comes from; null for an option that the file does not name. */
  origins: (ReadLine | null)[];
  members: string[];
}

/** An option that does not change. The body names all options of the product, or the missing ones would be removed. */
const kept = (sku: AdminSkuView) => ({
  id: sku.id,
  code: sku.code,
  name: sku.name,
  price: cents(sku.price) ?? 0n,
  original_price: cents(sku.original_price),
});

function planOf(lines: ProductLines, current: AdminProduct | undefined): Plan {
  const shownProduct = current ? showProduct(current) : null;
  const ofProduct = compare(lines.product, productColumns, shownProduct, { category: lines.category });
  const changes: CellChange[] = ofProduct.map(({ column, from, to }) => ({
    line: lines.line,
    slug: lines.slug,
    code: "",
    column,
    from,
    to,
  }));
  const options = { created: 0, changed: 0, unchanged: 0 };
  const byCode = new Map(lines.lines.map((line) => [line.code, line]));
  const planOption = (line: ReadLine, sku: AdminSkuView | undefined) => {
    const shown = current && sku ? showOption({ product: current, sku }) : null;
    const differing = compare(line.option, optionColumns, shown);
    for (const { column, from, to } of differing)
      changes.push({ line: line.line, slug: lines.slug, code: line.code, column, from, to });
    options[sku ? (differing.length > 0 ? "changed" : "unchanged") : "created"]++;
    return pick(line.option, [...differing.map(({ member }) => member), "stock_seen"]);
  };
  const skus: SkuBody[] = [];
  const origins: (ReadLine | null)[] = [];
  for (const sku of current?.skus ?? []) {
    const line = byCode.get(sku.code);
    byCode.delete(sku.code);
    skus.push({ ...kept(sku), ...(line ? planOption(line, sku) : {}) });
    origins.push(line ?? null);
  }
  for (const line of byCode.values()) {
    planOption(line, undefined);
    const { name = lines.product.title ?? current?.title ?? "", price } = line.option;
    if (price === undefined) throw required(`skus.${skus.length}.price`).at(`lines.${line.line}.price`);
    skus.push({ ...line.option, code: line.code, name: name.slice(0, 80), price });
    origins.push(line);
  }
  const isChanged = options.created + options.changed > 0;
  return {
    changes,
    options,
    skus: isChanged ? skus : undefined,
    origins,
    members: ofProduct.map(({ member }) => member),
  };
}

/** @throws AppError `malformed` naming the member that is missing or wrong */
function newProduct({ slug, product }: ProductLines, skus: SkuBody[]): CreateProductBody {
  const { title, category_id, auto_secret_kind } = product;
  if (!slugText.safeParse(slug).success) throw new AppError("malformed", "slug", { field: "slug" });
  if (title === undefined) throw required("title");
  if (category_id === undefined) throw required("category_id");
  if (auto_secret_kind === undefined) throw required("auto_secret_kind");
  return { ...product, slug, title, category_id, auto_secret_kind, skus };
}

async function write(tx: Tx, lines: ProductLines, current: AdminProduct | undefined, plan: Plan) {
  const { changes, options, skus, members } = plan;
  if (!current) {
    const body = newProduct(lines, skus ?? []);
    const entry = createdEntry(await insertProduct(tx, body), body);
    return { result: "created" as const, options, changes, entry };
  }
  if (changes.length === 0) return { result: "unchanged" as const, options, changes, entry: null };
  const patch = { ...pick(lines.product, members), ...(skus ? { skus } : {}) };
  return { result: "changed" as const, options, changes, entry: await changeProduct(tx, current.id, patch) };
}

/** Which of the lines a refusal means: `skus.3.price` that of the fourth option; null all of the product. */
function lineOf(error: AppError, lines: ProductLines, plan: Plan | null): ReadLine | null {
  const [, list, index] = /^(skus|lines)\.(\d+)\b/.exec(error.field ?? "") ?? [];
  if (list === "skus") return plan?.origins[Number(index)] ?? null;
  return list ? (lines.lines.find(({ line }) => line === Number(index)) ?? null) : null;
}

const memberOf = (field: string | undefined) => (field ?? "").replace(/^(skus|lines)\.\d+\./, "");

/**
 * Writes one product of a file: a line that is refused is left out, and the others are tried again without it. What was
 * written of a refused attempt is taken back.
 */
export async function writeProduct(
  tx: Tx,
  product: ProductLines,
  current: AdminProduct | undefined,
): Promise<{ written: WrittenProduct | null; refused: RefusedLine[] }> {
  const refused: RefusedLine[] = [];
  const refuseLines = (lines: readonly ReadLine[], error: AppError) => {
    const column = columnOf(memberOf(error.field));
    for (const { line, slug, code } of lines)
      refused.push({ line, slug, code, column, refusal: error.refusal });
  };
  let rest = product;
  while (rest.lines.length > 0) {
    let plan: Plan | null = null;
    await setSavepoint(tx, "product");
    try {
      plan = planOf(rest, current);
      return { written: await write(tx, rest, current, plan), refused };
    } catch (thrown) {
      const error = slugTaken(thrown, "products_slug_key");
      if (!isAppError(error)) throw error;
      await rollBackTo(tx, "product");
      const wrong = lineOf(error, rest, plan);
      if (wrong === null) {
        refuseLines(rest.lines, error);
        break;
      }
      refuseLines([wrong], error);
      rest = { ...rest, lines: rest.lines.filter((line) => line !== wrong) };
    }
  }
  return { written: null, refused };
}
