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
  /** Shown to all colleagues as well. */
  is_shared: z.boolean().default(false),
});
export type SavedViewBody = z.output<typeof savedViewBody>;
export const savedViewQuery = z.object({ path: viewPath });

const savedView = z.object({
  id: z.int(),
  name: z.string(),
  query: z.string(),
  is_shared: z.boolean(),
  /** The colleague whose view it is; null: one's own. */
  shared_by: z.string().nullable(),
  can_delete: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;
export const savedViewList = z.object({ views: z.array(savedView) });
