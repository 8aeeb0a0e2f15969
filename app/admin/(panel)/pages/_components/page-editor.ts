import { getTranslations } from "next-intl/server";
import { editorPages } from "@/app/admin/_frame/editor-page";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { inLanguages } from "@/components/admin/form/in-languages";
import { getAdminPage } from "@/lib/content/pages/queries";
import { type AdminPage, pagePlaces } from "@/lib/content/pages/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-content.pages">>>;

const ownFields = (page: AdminPage | null, t: Texts): FieldSpec[] => [
  { kind: "text", name: "title", label: t("fields.title"), value: page?.title ?? "", required: true },
  {
    kind: "text",
    name: "slug",
    proposedFrom: "title",
    label: t("fields.slug"),
    hint: t("fields.slugHint"),
    value: page?.slug ?? "",
    required: true,
  },
  {
    kind: "select",
    name: "place",
    label: t("fields.place"),
    hint: t("fields.placeHint"),
    value: page?.place ?? "footer",
    options: pagePlaces.map((value) => ({ value, label: t(`places.${value}`) })),
  },
  {
    kind: "number",
    name: "sort_order",
    label: t("fields.sortOrder"),
    hint: t("fields.sortOrderHint"),
    value: page?.sort_order ?? 0,
    min: -1_000_000,
    max: 1_000_000,
    required: true,
  },
  {
    kind: "html",
    name: "content",
    label: t("fields.content"),
    value: page?.content ?? "",
    rows: 18,
    empty: "text",
  },
  {
    kind: "switch",
    name: "is_published",
    label: t("fields.published"),
    hint: t("fields.publishedHint"),
    value: page?.is_published ?? false,
    wide: true,
  },
];

export const pageEditor = editorPages({
  name: "pages",
  text: "admin-content.pages",
  read: getAdminPage,
  fields: async (row, languages) => {
    const t = await getTranslations("admin-content.pages");
    return inLanguages(ownFields(row, t), ["title", "content"], languages, row?.translations);
  },
});
