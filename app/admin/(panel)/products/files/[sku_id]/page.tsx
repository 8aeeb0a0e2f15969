import { FileDown } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { furtherTitle } from "@/app/admin/_frame/detail-page";
import { settingsFields } from "@/components/admin/delivery/settings-fields";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { FileSize } from "@/components/ui/file-size";
import { hasPermission } from "@/lib/acts/permissions";
import { getDelivery } from "@/lib/fulfillment/get-delivery";
import { listFiles } from "@/lib/fulfillment/kinds/file/list-files";
import type { AdminFile } from "@/lib/fulfillment/kinds/file/schema";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { findOr404, idOr404 } from "../../../find-or-404";
import { readOption } from "../../../stock/read-option";
import { FileUpload } from "./_components/file-upload";
import { WaitForCheck } from "./_components/wait-for-check";

type Props = { params: Promise<{ sku_id: string }> };

/** Version that buyers download: they can be told of no other one. */
const newestOf = ({ versions }: AdminFile) => versions.find(({ status }) => status === "ready");

export const generateMetadata = furtherTitle({
  permission: "catalogue:read",
  title: async () => (await getTranslations("admin-sell.files"))("title"),
  name: async (id) => (await readOption(id)).product_title,
});

export default async function SkuFilesPage({ params }: Props) {
  const skuId = idOr404((await params).sku_id);
  const actor = await requirePageAdmin(`/admin/products/files/${skuId}`, "catalogue:read");
  const mayWrite = hasPermission(actor, "catalogue:write");
  const sku = await findOr404(() => readOption(skuId));
  const [{ files }, forms, t] = await Promise.all([
    listFiles(skuId),
    getDelivery(skuId),
    getTranslations("admin-sell.files"),
  ]);
  const isChecking = files.some(({ versions }) => versions.some(({ status }) => status === "checking"));
  const settings = forms.find(({ code }) => code === "file");
  return (
    <ClientMessages areas={["admin-sell.files"]}>
      {isChecking ? <WaitForCheck /> : null}
      <PageHead
        title={sku.product_title}
        description={`${sku.name || sku.code} · ${t("title")}`}
        back={{ href: `/admin/products/${sku.product_id}`, label: t("back") }}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {files.length === 0 ? (
            <EmptyState icon={FileDown} title={t("none")} description={t("noneText")} />
          ) : null}
          {files.map((file) => (
            <Panel key={file.id} title={file.title} flush>
              <ul className="border-line border-t">
                {file.versions.map((version) => (
                  <li key={version.id} className="border-line border-t px-4 py-3 text-sm first:border-t-0">
                    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <span className="font-medium">{version.version}</span>
                      <StateBadge state={version.status}>{t(`status.${version.status}`)}</StateBadge>
                      <span className="min-w-0 flex-1 truncate text-ink-muted">
                        {version.name} · <FileSize bytes={version.bytes} />
                      </span>
                      <DateTime value={version.created_at} className="text-ink-faint text-xs" />
                      {version.mailed_at ? (
                        <span className="text-ink-faint text-xs">
                          {t("mailed")} <DateTime value={version.mailed_at} />
                        </span>
                      ) : null}
                      {mayWrite && !version.mailed_at && version.id === newestOf(file)?.id ? (
                        <ConfirmAction
                          trigger={
                            <Button variant="ghost" size="bare" className="px-1.5 py-0.5 text-xs">
                              {t("mail")}
                            </Button>
                          }
                          title={t("mailTitle", { version: version.version })}
                          description={t("mailText")}
                          confirmLabel={t("mail")}
                          path={`/admin/file-versions/${version.id}/mail`}
                          success={t("mailQueued")}
                          tone="primary"
                        />
                      ) : null}
                      {mayWrite ? (
                        <ConfirmAction
                          trigger={
                            <Button variant="ghost" size="bare" className="px-1.5 py-0.5 text-xs">
                              {t("remove")}
                            </Button>
                          }
                          title={t("removeTitle", { version: version.version })}
                          description={t("removeText")}
                          confirmLabel={t("remove")}
                          path={`/admin/file-versions/${version.id}`}
                          method="DELETE"
                          success={t("removed")}
                        />
                      ) : null}
                    </div>
                    {version.problem ? (
                      <Problem told={version.problem_rule} className="mt-1 block text-danger text-xs" />
                    ) : null}
                    {version.notes ? (
                      <p className="mt-1 whitespace-pre-line break-words text-ink-muted">{version.notes}</p>
                    ) : null}
                    {version.sha256 ? (
                      <code className="mt-1 block break-all font-mono text-ink-faint text-xs">
                        SHA-256 {version.sha256}
                      </code>
                    ) : null}
                  </li>
                ))}
              </ul>
            </Panel>
          ))}
        </div>
        {mayWrite && sku.source === "local" ? (
          <div className="flex flex-col gap-4">
            <Panel title={t("upload")} description={t("uploadText")}>
              <FileUpload skuId={skuId} files={files} />
            </Panel>
            {settings?.isOn ? (
              <Panel title={t("settings")} description={t("settingsText")}>
                <SpecForm
                  fields={await settingsFields(settings)}
                  write={{ path: `/admin/skus/${skuId}/delivery`, method: "PUT", success: t("saved") }}
                  submitLabel={t("save")}
                  columns={1}
                />
              </Panel>
            ) : null}
          </div>
        ) : null}
      </div>
    </ClientMessages>
  );
}
