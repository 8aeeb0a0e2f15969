import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import { readTranslations } from "../core/translations";
import { toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { likeLiteral } from "../db/filters";
import type { Prisma } from "../db/generated/client";
import type { BannerModel, PostModel } from "../db/generated/models";
import { readSettings } from "../settings/queries";
import type { SettingsOut } from "../settings/schema";
import { toSettings } from "../settings/view";
import type { AdminBanner, AdminPost, AdminPostList, AdminPostQuery, AdminPostRow } from "./schema";
import { toBanner, toPostSummary } from "./view";

const toAdminPostRow = (row: Omit<PostModel, "content">): AdminPostRow => ({
  ...toPostSummary(row),
  is_published: row.isPublished,
  published_at: toTimeOrNull(row.publishedAt),
  updated_at: toTime(row.updatedAt),
});

export const toAdminBanner = (row: BannerModel): AdminBanner => ({
  ...toBanner(row),
  is_active: row.isActive,
  sort_order: row.sortOrder,
  starts_at: toTimeOrNull(row.startsAt),
  ends_at: toTimeOrNull(row.endsAt),
  updated_at: toTime(row.updatedAt),
  translations: readTranslations(row.translations),
});

export const toAdminPost = (row: PostModel): AdminPost => ({
  ...toAdminPostRow(row),
  content: row.content,
  translations: readTranslations(row.translations),
});

export async function listAdminPosts({
  page,
  per_page,
  search,
  type,
  is_published,
}: AdminPostQuery): Promise<AdminPostList> {
  const contains =
    search === undefined ? undefined : ({ contains: likeLiteral(search), mode: "insensitive" } as const);
  const where: Prisma.PostWhereInput = {
    ...(type === undefined ? {} : { type }),
    ...(is_published === undefined ? {} : { isPublished: is_published }),
    ...(contains ? { OR: [{ title: contains }, { slug: contains }] } : {}),
  };
  const [rows, total] = await Promise.all([
    db().post.findMany({
      where,
      omit: { content: true },
      orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
      ...pageSlice({ page, per_page }),
    }),
    db().post.count({ where }),
  ]);
  return { posts: rows.map(toAdminPostRow), total, page, per_page };
}

/** @throws AppError `not_found` */
export async function getAdminPost(id: number): Promise<AdminPost> {
  const row = await db().post.findUnique({ where: { id } });
  if (!row) throw notFound("post");
  return toAdminPost(row);
}

/** All of them, hidden and past ones too: there are never many. */
export async function listAdminBanners(): Promise<AdminBanner[]> {
  const rows = await db().banner.findMany({
    orderBy: [{ position: "asc" }, { sortOrder: "asc" }, { id: "asc" }],
    take: 500,
  });
  return rows.map(toAdminBanner);
}

/** As stored now, not as cached: a form must not show what another operator has just replaced. */
export async function getAdminSettings(): Promise<SettingsOut> {
  return toSettings(await readSettings(db()));
}
