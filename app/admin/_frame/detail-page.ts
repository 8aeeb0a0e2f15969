import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { idOr404 } from "@/app/admin/(panel)/find-or-404";
import type { TextWith } from "@/components/admin/page-text";
import type { Permission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";

interface DetailPageFacts {
  /** The list that it belongs to: its address, and where its texts stand. */
  list: `/admin/${string}`;
  text: TextWith<"title">;
  permission: Permission;
}

/** A page about one row of a list; the row's number stands in the address. */
export function detailPage({ list, text, permission }: DetailPageFacts) {
  const title = async () => (await getTranslations(text as "admin-sell.orders"))("title");
  return {
    generateMetadata: async (): Promise<Metadata> => ({ title: await title() }),
    /** Who reads about which row, and at what address. */
    open: async (number: string) => {
      const id = idOr404(number);
      const path = `${list}/${id}`;
      return { id, path, actor: await requirePageAdmin(path, permission) };
    },
    /** The step back to the list, for the page's head. */
    back: async () => ({ href: list, label: await title() }),
  };
}
