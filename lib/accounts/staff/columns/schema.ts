import { z } from "zod";
import { shapedAs } from "../../../core/shaped-text";
import { viewPath } from "../views/schema";

const columnKey = z.string().check(...shapedAs(/^[a-z][a-z_]{0,29}$/));

/** Differences from the list as it is by default; both empty gives that back. */
export const listColumnsBody = z.object({
  path: viewPath,
  hidden: z.array(columnKey).max(40),
  shown: z.array(columnKey).max(40),
});
export type ListColumnsBody = z.output<typeof listColumnsBody>;
export type ListColumnsChoice = Pick<ListColumnsBody, "hidden" | "shown">;

export const listColumnsSaved = z.object({ path: z.string() });
