import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { findOr404 } from "@/app/admin/(panel)/find-or-404";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { type Languages, languagesOf } from "@/components/admin/form/in-languages";
import { HeadActs } from "@/components/admin/form/row-actions";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import type { TextWith } from "@/components/admin/page-text";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSettings } from "@/lib/settings/queries";
import { detailPage } from "./detail-page";

interface Written {
  title: string;
  slug: string;
  is_published: boolean;
}

interface EditorFacts<W extends Written> {
  /** Part of its addresses: of the list in the admin, of the texts in the shop. */
  name: "pages" | "posts";
  text: TextWith<"title" | "new" | "view" | "deleteTitle" | "deleteText">;
  read: (id: number) => Promise<W>;
  /** Null: of a new one. */
  fields: (row: W | null, languages: Languages) => Promise<FieldSpec[]>;
}

/** The two pages in which a text of the shop is written: a new one, and one that is there. */
export function editorPages<W extends Written>({ name, text, read, fields }: EditorFacts<W>) {
  const list = `/admin/${name}` as const;
  const texts = () => getTranslations(text as "admin-content.posts");
  /** Reads once for the tab and the page. */
  const readOnce = cache(read);
  const page = detailPage({
    list,
    text,
    permission: "content:read",
    name: async (id) => (await readOnce(id)).title,
  });

  async function edit({ params }: { params: Promise<{ id: string }> }) {
    const { actor, id, path } = await page.open((await params).id);
    const mayWrite = hasPermission(actor, "content:write");
    const [settings, row, t, form] = await Promise.all([
      getSettings(),
      findOr404(() => readOnce(id)),
      texts(),
      getTranslations("admin.form"),
    ]);
    return (
      <div className="max-w-4xl">
        <PageHead
          title={row.title}
          back={await page.back()}
          actions={
            <HeadActs
              t={t}
              shown={row.is_published ? `/${name}/${row.slug}` : null}
              remove={mayWrite ? { path, goTo: list } : null}
            />
          }
        />
        <Panel>
          <fieldset disabled={!mayWrite}>
            <SpecForm
              fields={await fields(row, languagesOf(settings))}
              write={{ path, method: "PATCH", success: form("saved") }}
              submitLabel={form("save")}
            />
          </fieldset>
        </Panel>
      </div>
    );
  }

  async function create() {
    await requirePageAdmin(`${list}/new`, "content:write");
    const [settings, back, t, form] = await Promise.all([
      getSettings(),
      page.back(),
      texts(),
      getTranslations("admin.form"),
    ]);
    return (
      <div className="max-w-4xl">
        <PageHead title={t("new")} back={back} />
        <Panel>
          <SpecForm
            fields={await fields(null, languagesOf(settings))}
            write={{ path: list, success: form("created"), goTo: `${list}/{id}` }}
            submitLabel={form("create")}
          />
        </Panel>
      </div>
    );
  }

  return {
    edit,
    editMetadata: page.generateMetadata,
    create,
    createMetadata: async (): Promise<Metadata> => ({ title: (await texts())("new") }),
  };
}
