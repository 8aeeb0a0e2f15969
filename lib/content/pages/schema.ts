import { z } from "zod";
import { translationsIn, translationsOut } from "../../core/translations";
import { plainText, seenIn, slugText, timeOut } from "../../core/wire";

/** Where a link to the page stands. `none`: only where the operator writes one. Pages of the header stand in the footer, too. */
export const pagePlaces = ["none", "footer", "header"] as const;

const maxContent = 200_000;

const pageLink = z.object({ slug: z.string(), title: z.string(), place: z.enum(pagePlaces) });
export type PageLink = z.infer<typeof pageLink>;
export const pageLinks = z.object({ pages: z.array(pageLink) });

export const pageDetail = pageLink.extend({ content: z.string(), updated_at: timeOut });
export type PageDetail = z.infer<typeof pageDetail>;

export const createPageBody = z.object({
  slug: slugText,
  title: plainText(150, 1),
  content: z.string().max(maxContent).optional(),
  place: z.enum(pagePlaces).optional(),
  sort_order: z.int().min(-1_000_000).max(1_000_000).optional(),
  is_published: z.boolean().optional(),
  translations: translationsIn({ title: plainText(150), content: z.string().max(maxContent) }).optional(),
});
export type CreatePageBody = z.output<typeof createPageBody>;
export const pagePatch = createPageBody.partial().extend({ seen: seenIn });
export type PagePatch = z.output<typeof pagePatch>;

const adminPageRow = pageLink.extend({
  id: z.int(),
  sort_order: z.int(),
  is_published: z.boolean(),
  updated_at: timeOut,
});
export type AdminPageRow = z.infer<typeof adminPageRow>;
export const adminPage = adminPageRow.extend({ content: z.string(), translations: translationsOut });
export type AdminPage = z.infer<typeof adminPage>;
export const adminPageList = z.object({ pages: z.array(adminPageRow) });
