import { ExternalLink } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { languagesOf } from "@/components/admin/form/in-languages";
import { DeleteAction } from "@/components/admin/form/row-actions";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { buttonClass } from "@/components/ui/button";
import { hasPermission } from "@/lib/acts/permissions";
import { getAdminPost } from "@/lib/content/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { findOr404 } from "../../find-or-404";
import { postFields } from "../_components/post-fields";

type Props = { params: Promise<{ id: string }> };

/** Read once for the tab and the page. */
const readPost = cache(getAdminPost);

const page = detailPage({
  list: "/admin/posts",
  text: "admin-content.posts",
  permission: "content:read",
  name: async (id) => (await readPost(id)).title,
});

export const generateMetadata = page.generateMetadata;

export default async function PostPage({ params }: Props) {
  const { actor, id } = await page.open((await params).id);
  const mayWrite = hasPermission(actor, "content:write");
  const [settings, post, t, form] = await Promise.all([
    getSettings(),
    findOr404(() => readPost(id)),
    getTranslations("admin-content.posts"),
    getTranslations("admin.form"),
  ]);
  return (
    <div className="max-w-4xl">
      <PageHead
        title={post.title}
        back={await page.back()}
        actions={
          <>
            {post.is_published ? (
              <a
                href={`/posts/${post.slug}`}
                target="_blank"
                rel="noopener"
                className={buttonClass("secondary", "sm")}
              >
                <ExternalLink aria-hidden />
                {t("view")}
              </a>
            ) : null}
            {mayWrite ? (
              <DeleteAction
                title={t("deleteTitle")}
                description={t("deleteText")}
                path={`/admin/posts/${id}`}
                goTo="/admin/posts"
              />
            ) : null}
          </>
        }
      />
      <Panel>
        <fieldset disabled={!mayWrite}>
          <SpecForm
            fields={postFields(post, languagesOf(settings), t)}
            write={{ path: `/admin/posts/${id}`, method: "PATCH", success: form("saved") }}
            submitLabel={form("save")}
          />
        </fieldset>
      </Panel>
    </div>
  );
}
