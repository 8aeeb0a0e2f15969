import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { languagesOf } from "@/components/admin/form/in-languages";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSettings } from "@/lib/settings/queries";
import { postFields } from "../_components/post-fields";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-content.posts"))("new") };
}

export default async function NewPostPage() {
  await requirePageAdmin("/admin/posts/new", "content:write");
  const [settings, t, form] = await Promise.all([
    getSettings(),
    getTranslations("admin-content.posts"),
    getTranslations("admin.form"),
  ]);
  return (
    <div className="max-w-4xl">
      <PageHead title={t("new")} back={{ href: "/admin/posts", label: t("title") }} />
      <Panel>
        <SpecForm
          fields={postFields(null, languagesOf(settings), t)}
          write={{ path: "/admin/posts", success: form("created"), goTo: "/admin/posts/{id}" }}
          submitLabel={form("create")}
        />
      </Panel>
    </div>
  );
}
