import { z } from "zod";
import { adminProductQuery } from "../admin/schema";
import { maxFileLength } from "./bounds";

/** Bytes of a body that holds such a file: JSON writes a line break and a quotation mark as two. */
export const maxFileBytes = 8 * 1024 * 1024;

export const exportProductsQuery = adminProductQuery.omit({ page: true, per_page: true, sort: true });

/** `preview` writes nothing, `all` only when no line is refused, `good` what is not refused. */
export const importModes = ["preview", "all", "good"] as const;

export const importProductsBody = z.object({
  csv: z.string().min(1).max(maxFileLength),
  mode: z.enum(importModes),
});
export type ImportProductsBody = z.output<typeof importProductsBody>;

const counts = z.object({ created: z.int(), changed: z.int(), unchanged: z.int() });
const place = { line: z.int(), slug: z.string(), code: z.string() };

export const productImportReport = z.object({
  lines: z.int(),
  products: counts,
  options: counts,
  /** The first of them; `more_changes` are not listed. */
  changes: z.array(z.object({ ...place, column: z.string(), from: z.string().nullable(), to: z.string() })),
  more_changes: z.int(),
  refused: z.array(z.object({ ...place, column: z.string().nullable(), reason: z.string() })),
  is_written: z.boolean(),
});
export type ProductImportReport = z.infer<typeof productImportReport>;
