import { toTime } from "../core/wire";
import type { BannerModel, PostModel } from "../db/generated/models";
import { type BannerView, bannerLinkTypes, type PostDetail, type PostSummary } from "./schema";

type PostSummaryRow = Omit<PostModel, "content">;

export const toPostSummary = (row: PostSummaryRow): PostSummary => ({
  id: row.id,
  slug: row.slug,
  type: row.type,
  title: row.title,
  summary: row.summary,
  cover: row.cover,
  published_at: toTime(row.publishedAt ?? row.createdAt),
});

export const toPostDetail = (row: PostModel): PostDetail => ({ ...toPostSummary(row), content: row.content });

const readLinkType = (text: string): BannerView["link_type"] =>
  bannerLinkTypes.find((known) => known === text) ?? "none";

export const toBanner = (row: BannerModel): BannerView => ({
  id: row.id,
  position: row.position,
  title: row.title,
  subtitle: row.subtitle,
  image: row.image,
  mobile_image: row.mobileImage,
  link_type: readLinkType(row.linkType),
  link_url: row.linkUrl,
  open_in_new_tab: row.openInNewTab,
});
