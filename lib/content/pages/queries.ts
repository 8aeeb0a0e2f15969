import { notFound } from "../../core/errors";
import { inLanguage, type Lang, readTranslations } from "../../core/translations";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { PageModel } from "../../db/generated/models";
import type { AdminPage, AdminPageRow, PageDetail, PageLink } from "./schema";

const inOrder = [{ sortOrder: "asc" }, { id: "asc" }] as const;

/**
 * Links of the header and the footer. Pages without a place are left out: only a link of the operator's leads there.
 */
export async function listPageLinks(lang?: Lang): Promise<PageLink[]> {
  const rows = await db().page.findMany({
    where: { isPublished: true, place: { not: "none" } },
    orderBy: [...inOrder],
    select: { slug: true, title: true, place: true, translations: true },
    take: 100,
  });
  return rows.map((row) => {
    const { slug, title, place } = inLanguage(row, lang);
    return { slug, title, place };
  });
}

/** @throws AppError `not_found` for a slug that is unknown or not published. */
export async function getPage(slug: string, lang?: Lang): Promise<PageDetail> {
  const row = await db().page.findFirst({ where: { slug, isPublished: true } });
  if (!row) throw notFound("page");
  const { title, place, content, updatedAt } = inLanguage(row, lang);
  return { slug, title, place, content, updated_at: toTime(updatedAt) };
}

/** For the sitemap. */
export async function listPageAddresses(): Promise<{ slug: string; updatedAt: Date }[]> {
  return db().page.findMany({
    where: { isPublished: true },
    select: { slug: true, updatedAt: true },
    orderBy: { id: "asc" },
    take: 1000,
  });
}

const toAdminPageRow = (row: Omit<PageModel, "content" | "translations">): AdminPageRow => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  place: row.place,
  sort_order: row.sortOrder,
  is_published: row.isPublished,
  updated_at: toTime(row.updatedAt),
});

export const toAdminPage = (row: PageModel): AdminPage => ({
  ...toAdminPageRow(row),
  content: row.content,
  translations: readTranslations(row.translations),
});

/** All of them, drafts too: there are never many. */
export async function listAdminPages(): Promise<AdminPageRow[]> {
  const rows = await db().page.findMany({
    omit: { content: true, translations: true },
    orderBy: [{ place: "desc" }, ...inOrder],
    take: 1000,
  });
  return rows.map(toAdminPageRow);
}

/** @throws AppError `not_found` */
export async function getAdminPage(id: number): Promise<AdminPage> {
  const row = await db().page.findUnique({ where: { id } });
  if (!row) throw notFound("page");
  return toAdminPage(row);
}
