import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import { inLanguage, type Lang } from "../core/translations";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import type { MediaModel } from "../db/generated/models";
import type { BannerQuery, BannerView, PostDetail, PostList, PostQuery } from "./schema";
import { toBanner, toPostDetail, toPostSummary } from "./view";

/** A post written ahead appears when its time comes. */
const published = (): Prisma.PostWhereInput => ({ isPublished: true, publishedAt: { lte: now() } });

export async function listPosts({ type, page, per_page, lang }: PostQuery): Promise<PostList> {
  const where: Prisma.PostWhereInput = { ...published(), ...(type === undefined ? {} : { type }) };
  const [rows, total] = await Promise.all([
    db().post.findMany({
      where,
      omit: { content: true },
      orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
      ...pageSlice({ page, per_page }),
    }),
    db().post.count({ where }),
  ]);
  return { posts: rows.map((row) => toPostSummary(inLanguage(row, lang))), total, page, per_page };
}

/** @throws AppError `not_found` for a slug that is unknown or not published yet. */
export async function getPost(slug: string, lang?: Lang): Promise<PostDetail> {
  const row = await db().post.findFirst({ where: { slug, ...published() } });
  if (!row) throw notFound("post");
  return toPostDetail(inLanguage(row, lang));
}

export async function listBanners({ position, lang }: BannerQuery): Promise<BannerView[]> {
  const at = now();
  const rows = await db().banner.findMany({
    where: {
      isActive: true,
      ...(position === undefined ? {} : { position }),
      AND: [
        { OR: [{ startsAt: null }, { startsAt: { lte: at } }] },
        { OR: [{ endsAt: null }, { endsAt: { gt: at } }] },
      ],
    },
    orderBy: [{ position: "asc" }, { sortOrder: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => toBanner(inLanguage(row, lang)));
}

/** For the sitemap. */
export async function listPostAddresses(): Promise<{ slug: string; updatedAt: Date }[]> {
  return db().post.findMany({
    where: published(),
    select: { slug: true, updatedAt: true },
    orderBy: { id: "asc" },
    take: 5000,
  });
}

/** @throws AppError `not_found` */
export async function getMedia(id: string): Promise<MediaModel> {
  const row = /^[0-9A-Z]{26}$/.test(id) ? await db().media.findUnique({ where: { id } }) : null;
  if (!row) throw notFound("picture");
  return row;
}
