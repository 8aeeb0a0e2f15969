import { getTranslations } from "next-intl/server";
import { editorPages } from "@/app/admin/_frame/editor-page";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages } from "@/components/admin/form/in-languages";
import { getAdminPage } from "@/lib/content/pages/queries";
import { type AdminPage, createPageBody, pagePlaces } from "@/lib/content/pages/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-content.pages">>>;

const ownFields = (page: AdminPage | null, t: Texts): FieldSpec[] =>
  fieldsOf(createPageBody, page, t, {
    title: {},
    slug: { proposedFrom: "title" },
    place: {
      initial: "footer",
      options: pagePlaces.map((value) => ({ value, label: t(`places.${value}`) })),
    },
    sort_order: { initial: 0 },
    content: { kind: "html", rows: 18, empty: "text" },
    is_published: { wide: true },
  });

export const pageEditor = editorPages({
  name: "pages",
  text: "admin-content.pages",
  read: getAdminPage,
  fields: async (row, languages) => {
    const t = await getTranslations("admin-content.pages");
    return inLanguages(ownFields(row, t), ["title", "content"], languages, row?.translations);
  },
});
