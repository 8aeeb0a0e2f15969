import { z } from "zod";
import { refusal, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { viewPath } from "../views/schema";

const columnKey = z.string().check(...shapedAs(/^[a-z][a-z_]{0,29}$/));

const maxColumns = 40;
const columnKeys = z.array(columnKey).max(maxColumns);

/** In pixels, by column. */
export const columnWidths = z
  .record(columnKey, z.int().min(64).max(800))
  .refine(
    (widths) => Object.keys(widths).length <= maxColumns,
    rule(refusal("too_many", { max: maxColumns })),
  );

/** Differences from the list as it is by default; what is absent stays, and empty gives the default back. */
export const listColumnsBody = z.object({
  path: viewPath,
  hidden: columnKeys.optional(),
  shown: columnKeys.optional(),
  widths: columnWidths.optional(),
});
export type ListColumnsBody = z.output<typeof listColumnsBody>;
export type ListColumnsChoice = Required<Omit<ListColumnsBody, "path">>;

export const listColumnsSaved = z.object({ path: z.string() });
