import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { languagesOf } from "@/components/admin/form/in-languages";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSettings } from "@/lib/settings/queries";
import { pageFields } from "../_components/page-fields";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-content.pages"))("new") };
}

export default async function NewOwnPage() {
  await requirePageAdmin("/admin/pages/new", "content:write");
  const [settings, t, form] = await Promise.all([
    getSettings(),
    getTranslations("admin-content.pages"),
    getTranslations("admin.form"),
  ]);
  return (
    <div className="max-w-4xl">
      <PageHead title={t("new")} back={{ href: "/admin/pages", label: t("back") }} />
      <Panel>
        <SpecForm
          fields={pageFields(null, languagesOf(settings), t)}
          write={{ path: "/admin/pages", success: form("created"), goTo: "/admin/pages/{id}" }}
          submitLabel={form("create")}
        />
      </Panel>
    </div>
  );
}
