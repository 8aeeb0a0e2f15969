import { ExternalLink } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { languagesOf } from "@/components/admin/form/in-languages";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { Button, buttonClass } from "@/components/ui/button";
import { hasPermission } from "@/lib/acts/permissions";
import { getAdminPage } from "@/lib/content/pages/queries";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSettings } from "@/lib/settings/queries";
import { findOr404, idOr404 } from "../../find-or-404";
import { pageFields } from "../_components/page-fields";

type Props = { params: Promise<{ id: string }> };

/** Read once for the tab and the page. */
const readPage = cache(getAdminPage);

export const { generateMetadata } = detailPage({
  list: "/admin/pages",
  text: "admin-content.pages",
  permission: "content:read",
  name: async (id) => (await readPage(id)).title,
});

export default async function OwnPageForm({ params }: Props) {
  const id = idOr404((await params).id);
  const actor = await requirePageAdmin(`/admin/pages/${id}`, "content:read");
  const mayWrite = hasPermission(actor, "content:write");
  const [settings, page, t, form] = await Promise.all([
    getSettings(),
    findOr404(() => readPage(id)),
    getTranslations("admin-content.pages"),
    getTranslations("admin.form"),
  ]);
  return (
    <div className="max-w-4xl">
      <PageHead
        title={page.title}
        back={{ href: "/admin/pages", label: t("back") }}
        actions={
          <>
            {page.is_published ? (
              <a
                href={`/pages/${page.slug}`}
                target="_blank"
                rel="noopener"
                className={buttonClass("secondary", "sm")}
              >
                <ExternalLink aria-hidden />
                {t("view")}
              </a>
            ) : null}
            {mayWrite ? (
              <ConfirmAction
                trigger={
                  <Button variant="secondary" size="sm">
                    {t("delete")}
                  </Button>
                }
                title={t("deleteTitle")}
                description={t("deleteText")}
                confirmLabel={t("delete")}
                path={`/admin/pages/${id}`}
                method="DELETE"
                success={form("deleted")}
                goTo="/admin/pages"
              />
            ) : null}
          </>
        }
      />
      <Panel>
        <fieldset disabled={!mayWrite}>
          <SpecForm
            fields={pageFields(page, languagesOf(settings), t)}
            write={{ path: `/admin/pages/${id}`, method: "PATCH", success: form("saved") }}
            submitLabel={form("save")}
          />
        </fieldset>
      </Panel>
    </div>
  );
}
