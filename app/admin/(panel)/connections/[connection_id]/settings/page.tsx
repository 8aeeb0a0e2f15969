import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { furtherTitle } from "@/app/admin/_frame/detail-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Facts, Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/acts/permissions";
import { addSeconds } from "@/lib/core/clock";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getConnection, listSyncRuns } from "@/lib/interconnect/agent/admin-queries";
import { findOr404, idOr404 } from "../../../find-or-404";
import { connectionFields, healthState } from "../../connection-fields";
import { ConnectionTest } from "../_components/connection-test";
import { MainAccountPanel } from "../_components/main-account-panel";
import { ConnectionHead } from "../connection-head";

type Props = { params: Promise<{ connection_id: string }> };

/** Read once for the tab and the page. */
const readConnection = cache(getConnection);

export const generateMetadata = furtherTitle({
  permission: "interconnect:read",
  title: async () => (await getTranslations("admin-trade.connection"))("settings"),
  name: async (id) => (await readConnection(id)).name,
});

export default async function ConnectionSettingsPage({ params }: Props) {
  const id = idOr404((await params).connection_id);
  const actor = await requirePageAdmin(`/admin/connections/${id}/settings`, "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const connection = await findOr404(() => readConnection(id));
  const [{ runs }, t, list, form] = await Promise.all([
    listSyncRuns(id),
    getTranslations("admin-trade.connection"),
    getTranslations("admin-trade.connections"),
    getTranslations("admin.form"),
  ]);
  const path = `/admin/interconnect/connections/${id}`;
  const isActive = connection.status === "active";
  const nextRun =
    connection.status === "active" && connection.last_run && !connection.is_syncing
      ? addSeconds(new Date(connection.last_run.started_at), connection.sync_minutes * 60).toISOString()
      : null;
  return (
    <ClientMessages areas={["admin-trade.connection"]}>
      <ConnectionHead connection={connection} current="settings" mayWrite={mayWrite} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Panel title={t("settings")} description={t("rule")}>
          <fieldset disabled={!mayWrite}>
            <SpecForm
              fields={connectionFields(connection, list)}
              write={{ path, method: "PATCH", success: form("saved") }}
              submitLabel={form("save")}
              secondary={
                mayWrite ? (
                  <ConfirmAction
                    trigger={<Button variant="secondary">{isActive ? t("disable") : t("enable")}</Button>}
                    title={isActive ? t("disableTitle") : t("enable")}
                    description={isActive ? t("disableText") : connection.name}
                    confirmLabel={isActive ? t("disable") : t("enable")}
                    path={path}
                    method="PATCH"
                    body={{ status: isActive ? "disabled" : "active" }}
                    success={t("changed")}
                    tone={isActive ? "danger" : "primary"}
                  />
                ) : null
              }
            />
          </fieldset>
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          {mayWrite ? (
            <Panel title={t("test")} description={t("testText")}>
              <ConnectionTest id={id} />
            </Panel>
          ) : null}
          <Panel title={t("health")}>
            <Facts
              facts={[
                {
                  label: t("health"),
                  value: (
                    <StateBadge state={healthState[connection.health]}>
                      {list(`health.${connection.health}`)}
                    </StateBadge>
                  ),
                },
                ...(connection.failing_since
                  ? [{ label: t("failingSince"), value: <DateTime value={connection.failing_since} /> }]
                  : []),
                ...(connection.last_problem
                  ? [
                      {
                        label: t("problem"),
                        value: <Problem told={connection.last_problem_rule} />,
                      },
                    ]
                  : []),
                {
                  label: t("lastGood"),
                  value: connection.last_good_at ? (
                    <DateTime value={connection.last_good_at} />
                  ) : (
                    list("never")
                  ),
                },
                {
                  label: t("callbackState"),
                  value: connection.callback_problem ? (
                    <Problem told={connection.callback_problem_rule} />
                  ) : (
                    t("callbackOk")
                  ),
                },
                ...(connection.currency ? [{ label: t("currency"), value: connection.currency }] : []),
              ]}
            />
          </Panel>
          <MainAccountPanel connection={connection} mayWrite={mayWrite} />
          {connection.skipped_products.length > 0 ? (
            <Panel title={t("skippedTitle")} description={t("skippedText")}>
              <ul className="grid gap-2 text-sm">
                {connection.skipped_products.map((product) => (
                  <li key={`${product.upstream_product_id}:${product.problem}`} className="break-words">
                    <span className="font-medium">
                      {product.title || `#${product.upstream_product_id ?? "?"}`}
                    </span>{" "}
                    <Problem told={product.problem_rule} className="text-ink-muted" />
                  </li>
                ))}
              </ul>
            </Panel>
          ) : null}
          <Panel title={t("pairing")} description={t("callbackText")}>
            <p className="mb-1 text-ink-muted text-xs">{t("callbackUrl")}</p>
            <p className="flex items-center gap-2 rounded-md bg-sunken py-0.5 pr-0.5 pl-3">
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{connection.callback_url}</code>
              <CopyButton value={connection.callback_url} size="icon-sm" variant="ghost" />
            </p>
            <p className="mt-3 mb-1 text-ink-muted text-xs">{list("fields.key.label")}</p>
            <code className="break-all font-mono text-xs">{connection.api_key}</code>
          </Panel>
          <Panel
            title={t("runs")}
            flush
            {...(nextRun
              ? { description: t.rich("nextRun", { at: () => <DateTime value={nextRun} style="exact" /> }) }
              : {})}
          >
            {runs.length === 0 ? (
              <p className="border-line border-t px-4 py-6 text-center text-ink-faint text-sm">
                {t("runsNone")}
              </p>
            ) : null}
            <ul className="max-h-96 overflow-y-auto border-line border-t empty:border-t-0">
              {runs.map((run) => (
                <li key={run.id} className="border-line border-t px-4 py-2 text-sm first:border-t-0">
                  <span className="flex items-baseline justify-between gap-3">
                    <DateTime value={run.started_at} style="exact" className="text-xs" />
                    <span className="text-ink-faint text-xs">
                      {run.trigger === "button" ? t("button") : t("schedule")}
                      {run.is_full ? ` · ${t("full")}` : ""}
                    </span>
                  </span>
                  {run.error ? (
                    <span className="mt-1 flex items-start gap-2 text-danger text-xs">
                      <StateBadge state="failed">{list("syncFailed")}</StateBadge>
                      <Problem told={run.error_rule} className="min-w-0 break-words" />
                    </span>
                  ) : (
                    <span className="tabular text-ink-muted text-xs">
                      {run.finished_at
                        ? t("runFacts", { changed: run.changed, seen: run.seen })
                        : list("syncing")}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </ClientMessages>
  );
}
