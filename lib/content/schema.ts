import { z } from "zod";
import { pageOut, storefrontPage, timeOut } from "../core/wire";

export const postTypes = ["blog", "notice"] as const;
export const bannerLinkTypes = ["none", "internal", "external"] as const;

export const postQuery = z.object({ ...storefrontPage, type: z.enum(postTypes).optional() });
export type PostQuery = z.output<typeof postQuery>;

export const postSummary = z.object({
  id: z.int(),
  slug: z.string(),
  type: z.enum(postTypes),
  title: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  published_at: timeOut,
});
export type PostSummary = z.infer<typeof postSummary>;

export const postDetail = postSummary.extend({ content: z.string() });
export type PostDetail = z.infer<typeof postDetail>;

export const postList = z.object({ posts: z.array(postSummary), ...pageOut });
export type PostList = z.infer<typeof postList>;

export const bannerQuery = z.object({ position: z.string().max(40, "must have at most 40 characters").optional() });
export type BannerQuery = z.output<typeof bannerQuery>;

export const banner = z.object({
  id: z.int(),
  position: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  image: z.string(),
  mobile_image: z.string().nullable(),
  link_type: z.enum(bannerLinkTypes),
  link_url: z.string().nullable(),
  open_in_new_tab: z.boolean(),
});
export type BannerView = z.infer<typeof banner>;

export const bannerList = z.object({ banners: z.array(banner) });
