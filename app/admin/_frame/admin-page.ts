import type { LucideIcon } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { ListOfReader } from "@/components/admin/list-page";
import { type ListQuery, readListQuery, type SearchParams } from "@/components/admin/list-query";
import type { TextWith } from "@/components/admin/page-text";
import type { MenuGroup } from "@/components/admin/shell/menu";
import { readListColumns } from "@/lib/accounts/staff/columns/list-columns";
import { listSavedViews } from "@/lib/accounts/staff/views/saved-views";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission, type Permission } from "@/lib/acts/permissions";
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

type Texts<P extends AdminPageFacts["text"]> = Awaited<ReturnType<typeof getTranslations<P>>>;

/** Handed to the function that draws a page. */
interface Opened<P extends AdminPageFacts["text"]> {
  actor: AdminActor;
  /** Whether the reader may do this. */
  may: (permission: Permission) => boolean;
  t: Texts<P>;
}

async function readOwnList(actor: AdminActor, path: string): Promise<ListOfReader> {
  const drawnAt = now().toISOString();
  const [views, columns] = await Promise.all([listSavedViews(actor, path), readListColumns(actor, path)]);
  return { views, columns, drawnAt };
}

/** Makes the page's title, its check, its list and its entry in the menu. */
export function adminPage<const F extends AdminPageFacts>(facts: F) {
  const open = () => requirePageAdmin(facts.path, facts.permission ?? undefined);
  const opened = async (): Promise<Opened<F["text"]>> => {
    const [actor, t] = await Promise.all([open(), getTranslations(facts.text as F["text"])]);
    return { actor, may: (permission) => hasPermission(actor, permission), t };
  };
  return {
    ...facts,
    generateMetadata: async (): Promise<Metadata> => {
      const t = await getTranslations(facts.text as "admin-sell.orders");
      return { title: t("title") };
    },
    /** Finds the reader; anybody else is sent to the login, or told that the role may not. */
    open,
    readList: <S extends z.ZodType>(schema: S, from: SearchParams): Promise<ListQuery<z.output<S>>> =>
      readListQuery(schema, facts.path, from),
    /** The component of a page without filters. */
    show: (draw: (opened: Opened<F["text"]>) => Promise<ReactNode>) => async () => draw(await opened()),
    /**
     * The component of a page that is a list: finds the reader and reads the address. `frame` is what `ListPage` draws by
     * itself: the reader's own views and columns, the address and the page.
     */
    list:
      <S extends z.ZodType>(
        schema: S,
        draw: (
          opened: Opened<F["text"]> & {
            list: ListQuery<z.output<S>>;
            frame: { page: F; list: ListQuery<z.output<S>>; own: Promise<ListOfReader> };
          },
        ) => Promise<ReactNode>,
      ) =>
      async ({ searchParams }: { searchParams: SearchParams }) => {
        const reader = await opened();
        const list = await readListQuery(schema, facts.path, searchParams);
        const own = readOwnList(reader.actor, facts.path);
        const frame = { page: facts, list, own };
        const [content] = await Promise.all([draw({ ...reader, list, frame }), own]);
        return content;
      },
  };
}
