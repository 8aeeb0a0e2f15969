import { getTranslations } from "next-intl/server";
import { editorPages } from "@/app/admin/_frame/editor-page";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages } from "@/components/admin/form/in-languages";
import { getAdminPost } from "@/lib/content/admin-queries";
import { type AdminPost, createPostBody, postTypes } from "@/lib/content/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-content.posts">>>;

const ownFields = (post: AdminPost | null, t: Texts): FieldSpec[] =>
  fieldsOf(createPostBody, post, t, {
    title: {},
    slug: { proposedFrom: "title" },
    type: { initial: "blog", options: postTypes.map((value) => ({ value, label: t(`types.${value}`) })) },
    published_at: { empty: "omit" },
    summary: { kind: "textarea", rows: 2, wide: true },
    content: { kind: "html", rows: 18, empty: "text" },
    cover: { use: "cover" },
    is_published: { wide: true },
  });

export const postEditor = editorPages({
  name: "posts",
  text: "admin-content.posts",
  read: getAdminPost,
  fields: async (row, languages) => {
    const t = await getTranslations("admin-content.posts");
    return inLanguages(ownFields(row, t), ["title", "summary", "content"], languages, row?.translations);
  },
});
