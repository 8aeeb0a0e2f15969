import type { z } from "zod";
import { AppError, isAppError } from "../../core/errors";
import { readIssue } from "../../core/refusals/read-issue";
import { type Refusal, refusal } from "../../core/refusals/refusal";
import { createProductBody, type ProductPatch, type SkuPatch, skuPatch } from "../admin/schema";
import { isKeyed } from "../schema";
import {
  columnOf,
  optionColumnNames,
  optionColumns,
  type ProductColumn,
  productColumnNames,
  productColumns,
} from "./columns";
import type { FileLine } from "./read-file";

export interface RefusedLine {
  line: number;
  slug: string;
  code: string;
  column: string | null;
  refusal: Refusal;
}

/** A line whose option can be read. */
export interface ReadLine extends Pick<FileLine, "line" | "slug" | "code"> {
  option: SkuPatch;
}

/** Cells of one product, and of its options. */
export interface ProductLines {
  slug: string;
  /** The line that says what the product is. */
  line: number;
  product: ProductPatch;
  /** The address of its category, as the file names it. */
  category: string | undefined;
  lines: ReadLine[];
}

const productPart = createProductBody.omit({ slug: true, skus: true, wholesale: true }).partial().strict();

const refuse = (field: string, said: Refusal) => new AppError("malformed", said, { field });

/** The first problem, named by the member. @throws AppError `malformed` */
function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input);
  if (!error) return data;
  const issue = error.issues[0];
  throw refuse(issue?.path.map(String).join(".") ?? "", readIssue(issue));
}

/** Members of a body from the cells that the file has. */
function members<Name extends string>(
  names: readonly Name[],
  columns: Record<Name, { member: string; read: (cell: string) => unknown }>,
  cellOf: (name: Name) => string | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const cell = cellOf(name);
      const value = cell === undefined ? undefined : columns[name].read(cell);
      return value === undefined ? [] : [[columns[name].member, value]];
    }),
  );
}

interface Known {
  /** Categories by their address. */
  categories: ReadonlyMap<string, number>;
  /** Options whose units count themselves, whatever the file says: a main site's. */
  isUpstream: (slug: string, code: string) => boolean;
  kindOf: (slug: string) => string | undefined;
}

function readProduct(cells: ReadonlyMap<string, string>, { categories }: Known): ProductPatch {
  const { category_id: category, ...rest } = members(productColumnNames, productColumns, (name) =>
    cells.get(name),
  );
  const categoryId = category === undefined ? undefined : categories.get(String(category));
  if (category !== undefined && categoryId === undefined)
    throw refuse("category_id", { rule: "not_a_category", values: {} });
  return check(productPart, { ...rest, ...(categoryId === undefined ? {} : { category_id: categoryId }) });
}

function readOption({ slug, code, cells }: FileLine, kind: string | undefined, known: Known): SkuPatch {
  const stock = cells.get("stock");
  const countsItself = isKeyed(kind ?? "") || known.isUpstream(slug, code);
  // The value with which the file was made is no change: units were sold meanwhile. An empty cell of keys is none
  // either.
  const isStockKept = stock === cells.get("stock_seen") || (stock === "" && countsItself);
  const names = optionColumnNames.filter((name) => !(isStockKept && name.startsWith("stock")));
  return check(skuPatch, { code, ...members(names, optionColumns, (name) => cells.get(name)) });
}

const refusedLine = ({ line, slug, code }: FileLine, error: AppError): RefusedLine => ({
  line,
  slug,
  code,
  column: columnOf(error.field ?? ""),
  refusal: error.refusal,
});

/** Cells of the product that a further line fills otherwise than the first. */
function differing(first: FileLine, { cells }: FileLine): ProductColumn | undefined {
  return productColumnNames.find((name) => {
    const cell = cells.get(name);
    return cell !== undefined && cell !== "" && cell !== first.cells.get(name);
  });
}

function groupBySlug(lines: readonly FileLine[]): [first: FileLine, ...others: FileLine[]][] {
  const groups = new Map<string, [FileLine, ...FileLine[]]>();
  for (const line of lines) {
    const group = groups.get(line.slug);
    if (group) group.push(line);
    else groups.set(line.slug, [line]);
  }
  return [...groups.values()];
}

/** The lines by product, as far as they can be read, and why the others cannot. */
export function readLines(
  lines: readonly FileLine[],
  known: Known,
): { products: ProductLines[]; refused: RefusedLine[] } {
  const refused: RefusedLine[] = [];
  const attempt = <T>(line: FileLine, read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!isAppError(error)) throw error;
      refused.push(refusedLine(line, error));
      return null;
    }
  };
  const products = groupBySlug(lines).map((group): ProductLines => {
    const [first, ...others] = group;
    const { slug, line } = first;
    const product = attempt(first, () => readProduct(first.cells, known));
    if (product === null) {
      const because = refusal("other_line_refused", { line });
      for (const other of others) refused.push(refusedLine(other, refuse("", because)));
      return { slug, line, product: {}, category: undefined, lines: [] };
    }
    const kind = product.auto_secret_kind ?? known.kindOf(slug);
    const seen = new Map<string, number>();
    const read = group.flatMap((one): ReadLine[] => {
      const option = attempt(one, () => {
        const former = seen.get(one.code);
        if (former !== undefined) throw refuse("code", refusal("line_twice", { line: former }));
        seen.set(one.code, one.line);
        const other = one === first ? undefined : differing(first, one);
        if (other) throw refuse(productColumns[other].member, refusal("other_than_line", { line }));
        return readOption(one, kind, known);
      });
      return option === null ? [] : [{ line: one.line, slug, code: one.code, option }];
    });
    return { slug, line, product, category: first.cells.get("category"), lines: read };
  });
  return { products: products.filter((product) => product.lines.length > 0), refused };
}
