import type { LucideIcon } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import type { ListOfReader } from "@/components/admin/list-page";
import { type ListQuery, readListQuery, type SearchParams } from "@/components/admin/list-query";
import type { TextWith } from "@/components/admin/page-text";
import type { MenuGroup } from "@/components/admin/shell/menu";
import { readListColumns } from "@/lib/accounts/staff/columns/list-columns";
import { listSavedViews } from "@/lib/accounts/staff/views/saved-views";
import type { AdminActor } from "@/lib/acts/actor";
import type { Permission } from "@/lib/acts/permissions";
import { now } from "@/lib/core/clock";
import { requirePageAdmin } from "@/lib/http/caller/session";

interface AdminPageFacts {
  path: `/admin${string}`;
  /** Where its texts stand. */
  text: TextWith<"title">;
  icon: LucideIcon;
  /** Permission that its reader needs; null: every member of staff. */
  permission: Permission | null;
  /** Its entry in the menu, behind that of `after`; the first of its group has none. `npm run docs` writes the menu. */
  menu?: { group: MenuGroup; after?: string; hotkey?: string };
}

async function readOwnList(actor: AdminActor, path: string): Promise<ListOfReader> {
  const [views, columns] = await Promise.all([listSavedViews(actor, path), readListColumns(actor, path)]);
  return { views, columns, drawnAt: now().toISOString() };
}

/** Makes the page's title, its check, its list and its entry in the menu. */
export function adminPage<const F extends AdminPageFacts>(facts: F) {
  return {
    ...facts,
    generateMetadata: async (): Promise<Metadata> => {
      const t = await getTranslations(facts.text as "admin-sell.orders");
      return { title: t("title") };
    },
    /** Finds the reader; anybody else is sent to the login, or told that the role may not. */
    open: () => requirePageAdmin(facts.path, facts.permission ?? undefined),
    /** Reads what the reader has made of the list, for `ListPage`. */
    own: (actor: AdminActor): Promise<ListOfReader> => readOwnList(actor, facts.path),
    readList: <S extends z.ZodType>(schema: S, from: SearchParams): Promise<ListQuery<z.output<S>>> =>
      readListQuery(schema, facts.path, from),
  };
}
