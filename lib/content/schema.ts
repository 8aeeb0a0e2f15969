import { z } from "zod";
import { rule } from "../core/refusals/refusal";
import { shapedAs } from "../core/shaped-text";
import { langQuery, translationsIn, translationsOut } from "../core/translations";
import {
  pageOut,
  pageQuery,
  pictureAddress,
  plainText,
  seenIn,
  slugText,
  storefrontPage,
  timeIn,
  timeOut,
} from "../core/wire";

export const postTypes = ["blog", "notice"] as const;
export const bannerLinkTypes = ["none", "internal", "external"] as const;

export const postQuery = z.object({ ...storefrontPage, type: z.enum(postTypes).optional(), ...langQuery });
export type PostQuery = z.output<typeof postQuery>;

const postSummary = z.object({
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

export const bannerQuery = z.object({
  position: z.string().max(40).optional(),
  ...langQuery,
});
export type BannerQuery = z.output<typeof bannerQuery>;

const banner = z.object({
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

const emptyAsNull = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

export const createPostBody = z.object({
  slug: slugText,
  type: z.enum(postTypes),
  title: plainText(150, 1),
  summary: plainText(300).optional(),
  content: z.string().max(200_000).optional(),
  cover: pictureAddress.nullable().optional(),
  is_published: z.boolean().optional(),
  /** In the future: the post appears by itself. Absent with `is_published`: now. */
  published_at: timeIn.nullable().optional(),
  translations: translationsIn({
    title: plainText(150),
    summary: plainText(300),
    content: z.string().max(200_000),
  }).optional(),
});
export type CreatePostBody = z.output<typeof createPostBody>;
export const postPatch = createPostBody.partial().extend({ seen: seenIn });
export type PostPatch = z.output<typeof postPatch>;

export const createBannerBody = z.object({
  position: z
    .string()
    .check(...shapedAs(/^[a-z][a-z0-9_-]{0,39}$/, rule("banner_position")))
    .optional(),
  title: plainText(120, 1),
  subtitle: emptyAsNull(200).optional(),
  image: pictureAddress,
  mobile_image: pictureAddress.nullable().optional(),
  link_type: z.enum(bannerLinkTypes).optional(),
  link_url: emptyAsNull(500).optional(),
  open_in_new_tab: z.boolean().optional(),
  is_active: z.boolean().optional(),
  sort_order: z.int().min(-1_000_000).max(1_000_000).optional(),
  starts_at: timeIn.nullable().optional(),
  ends_at: timeIn.nullable().optional(),
  translations: translationsIn({
    title: plainText(120),
    subtitle: plainText(200),
    image: z.union([z.literal(""), pictureAddress]),
    mobile_image: z.union([z.literal(""), pictureAddress]),
  }).optional(),
});
export type CreateBannerBody = z.output<typeof createBannerBody>;
export const bannerPatch = createBannerBody.partial().extend({ seen: seenIn });
export type BannerPatch = z.output<typeof bannerPatch>;

export const uploadedMedia = z.object({
  id: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type UploadedMedia = z.infer<typeof uploadedMedia>;

export const mediaQuery = z.object({ ...pageQuery(24, 100) });
export type MediaQuery = z.output<typeof mediaQuery>;
export const mediaList = z.object({
  media: z.array(
    z.object({ id: z.string(), url: z.string(), width: z.int(), height: z.int(), created_at: timeOut }),
  ),
  ...pageOut,
});
export type MediaList = z.infer<typeof mediaList>;

export const adminPostQuery = z.object({
  ...storefrontPage,
  search: plainText(100)
    .transform((text) => text || undefined)
    .optional(),
  type: z.enum(postTypes).optional(),
  is_published: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
});
export type AdminPostQuery = z.output<typeof adminPostQuery>;

const adminPostRow = postSummary.extend({
  is_published: z.boolean(),
  published_at: timeOut.nullable(),
  updated_at: timeOut,
});
export type AdminPostRow = z.infer<typeof adminPostRow>;

export const adminPost = adminPostRow.extend({ content: z.string(), translations: translationsOut });
export type AdminPost = z.infer<typeof adminPost>;
export const adminPostList = z.object({ posts: z.array(adminPostRow), ...pageOut });
export type AdminPostList = z.infer<typeof adminPostList>;

const adminBanner = banner.extend({
  is_active: z.boolean(),
  sort_order: z.int(),
  starts_at: timeOut.nullable(),
  ends_at: timeOut.nullable(),
  updated_at: timeOut,
  translations: translationsOut,
});
export type AdminBanner = z.infer<typeof adminBanner>;
export const adminBannerList = z.object({ banners: z.array(adminBanner) });
