import { getTranslations } from "next-intl/server";
import { editorPages } from "@/app/admin/_frame/editor-page";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { inLanguages } from "@/components/admin/form/in-languages";
import { getAdminPost } from "@/lib/content/admin-queries";
import { type AdminPost, postTypes } from "@/lib/content/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-content.posts">>>;

const ownFields = (post: AdminPost | null, t: Texts): FieldSpec[] => [
  { kind: "text", name: "title", label: t("fields.title"), value: post?.title ?? "", required: true },
  {
    kind: "text",
    name: "slug",
    proposedFrom: "title",
    label: t("fields.slug"),
    hint: t("fields.slugHint"),
    value: post?.slug ?? "",
    required: true,
  },
  {
    kind: "select",
    name: "type",
    label: t("fields.type"),
    value: post?.type ?? "blog",
    options: postTypes.map((value) => ({ value, label: t(`types.${value}`) })),
  },
  {
    kind: "datetime",
    name: "published_at",
    label: t("fields.publishedAt"),
    hint: t("fields.publishedAtHint"),
    value: post?.published_at ?? null,
    empty: "omit",
  },
  {
    kind: "textarea",
    name: "summary",
    label: t("fields.summary"),
    value: post?.summary ?? "",
    rows: 2,
    wide: true,
  },
  {
    kind: "html",
    name: "content",
    label: t("fields.content"),
    value: post?.content ?? "",
    rows: 18,
    empty: "text",
  },
  { kind: "picture", name: "cover", label: t("fields.cover"), value: post?.cover ?? null, empty: "null" },
  {
    kind: "switch",
    name: "is_published",
    label: t("fields.published"),
    hint: t("fields.publishedHint"),
    value: post?.is_published ?? false,
    wide: true,
  },
];

export const postEditor = editorPages({
  name: "posts",
  text: "admin-content.posts",
  read: getAdminPost,
  fields: async (row, languages) => {
    const t = await getTranslations("admin-content.posts");
    return inLanguages(ownFields(row, t), ["title", "summary", "content"], languages, row?.translations);
  },
});
