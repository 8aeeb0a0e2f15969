import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { idOr404 } from "@/app/admin/(panel)/find-or-404";
import type { TextWith } from "@/components/admin/page-text";
import type { Permission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";

interface DetailPageFacts {
  /** The list that it belongs to: its address, and where its texts stand. */
  list: `/admin/${string}`;
  text: TextWith<"title">;
  permission: Permission;
  /** Its name in the tab; it is asked for only when the reader may see the page. */
  name?: (id: number) => Promise<string>;
}

/** A page about one row of a list; the row's number stands in the address. */
export function detailPage({ list, text, permission, name }: DetailPageFacts) {
  const title = async () => (await getTranslations(text as "admin-sell.orders"))("title");
  const open = async (number: string) => {
    const id = idOr404(number);
    const path = `${list}/${id}`;
    return { id, path, actor: await requirePageAdmin(path, permission) };
  };
  return {
    generateMetadata: async ({ params }: { params: Promise<object> }): Promise<Metadata> => {
      // The number stands in the address under a name of the page's own.
      const [number] = Object.values(await params) as string[];
      if (!name || number === undefined) return { title: await title() };
      try {
        return { title: await name((await open(number)).id) };
      } catch {
        // The page itself sends the reader away, or says that there is nothing.
        return { title: await title() };
      }
    },
    /** Finds the reader, the row and the address. */
    open,
    /** The step back to the list, for the page's head. */
    back: async () => ({ href: list, label: await title() }),
  };
}

/** Title of a further page about a row. Its name is asked for only when the reader may see it. */
export const furtherTitle =
  (facts: { permission: Permission; title: () => Promise<string>; name: (id: number) => Promise<string> }) =>
  async ({ params }: { params: Promise<object> }): Promise<Metadata> => {
    const title = await facts.title();
    const [number = ""] = Object.values(await params) as string[];
    try {
      const id = idOr404(number);
      await requirePageAdmin("/admin", facts.permission);
      return { title: `${await facts.name(id)} · ${title}` };
    } catch {
      // The page itself sends the reader away, or says that there is nothing.
      return { title };
    }
  };
