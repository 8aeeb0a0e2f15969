import { z } from "zod";
import { rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { plainText } from "../../../core/wire";

export const viewPath = z
  .string()
  .max(60)
  .check(...shapedAs(/^\/admin(\/[a-z-]+){1,2}$/, rule("not_a_list")));

/** The same name again replaces the view. */
export const savedViewBody = z.object({
  path: viewPath,
  name: plainText(40, 1),
  /** Part of the list's address behind the question mark. */
  query: plainText(1000, 1),
});
export type SavedViewBody = z.output<typeof savedViewBody>;
export const savedViewQuery = z.object({ path: viewPath });

const savedView = z.object({ id: z.int(), name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof savedView>;
export const savedViewList = z.object({ views: z.array(savedView) });
