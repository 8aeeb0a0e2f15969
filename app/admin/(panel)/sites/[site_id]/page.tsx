import { TriangleAlert } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { ActButton } from "@/components/admin/form/act-button";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Facts, Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { getConfig } from "@/lib/config/config";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSite } from "@/lib/interconnect/main/admin-queries";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { findOr404, idOr404 } from "../../find-or-404";
import { programBlocks } from "../program-blocks";
import { siteFields } from "../site-fields";
import { CallbackTest } from "./_components/callback-test";
import { SiteHead } from "./site-head";
import { TestKey } from "./test-key";

type Props = { params: Promise<{ site_id: string }> };

/** Read once for the tab and the page. */
const readSite = cache(getSite);

export const { generateMetadata } = detailPage({
  list: "/admin/sites",
  text: "admin-trade.sites",
  permission: "interconnect:read",
  name: async (id) => (await readSite(id)).name,
});

export default async function SitePage({ params }: Props) {
  const id = idOr404((await params).site_id);
  const actor = await requirePageAdmin(`/admin/sites/${id}`, "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const [site, levels, t, form] = await Promise.all([
    findOr404(() => readSite(id)),
    listLevelChoices(),
    getTranslations("admin-trade"),
    getTranslations("admin.form"),
  ]);
  const path = `/admin/interconnect/sites/${id}`;
  const { baseUrl } = getConfig().server;
  const warnings = [
    site.callbacks_disabled_at ? (
      <>
        {t.rich("site.callbacksOff", { at: () => <DateTime value={site.callbacks_disabled_at ?? ""} /> })}
        {mayWrite ? (
          <ActButton
            write={{ path, method: "PATCH", success: t("site.changed") }}
            body={{ callbacks_enabled: true }}
          >
            {t("site.callbacksOn")}
          </ActButton>
        ) : null}
      </>
    ) : null,
    site.callbacks_failing_since && !site.callbacks_disabled_at
      ? t.rich("site.callbacksFailing", {
          at: () => <DateTime value={site.callbacks_failing_since ?? ""} />,
        })
      : null,
    site.is_callback_encrypted ? null : t("site.insecure"),
  ].filter((warning) => warning !== null);

  return (
    <ClientMessages areas={["admin-trade.site"]}>
      <SiteHead site={site} current="overview" mayWrite={mayWrite} />
      {warnings.map((warning, index) => (
        <div
          // A fixed list of at most three.
          key={index === 0 ? "first" : index === 1 ? "second" : "third"}
          className="mb-3 flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-4 py-2.5 text-sm text-warn"
        >
          <TriangleAlert className="size-4 shrink-0" aria-hidden />
          {warning}
        </div>
      ))}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Panel title={t("site.settings")}>
          <fieldset disabled={!mayWrite}>
            <SpecForm
              fields={await siteFields(site, levels)}
              write={{ path, method: "PATCH", success: form("saved") }}
              submitLabel={form("save")}
            />
          </fieldset>
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title={t("site.credentials")}>
            <dl className="flex flex-col gap-3 text-sm">
              {[
                { label: t("site.baseUrl"), value: baseUrl },
                { label: t("sites.key"), value: site.api_key },
              ].map(({ label, value }) => (
                <div key={label}>
                  <dt className="mb-1 text-ink-muted text-xs">{label}</dt>
                  <dd className="flex items-center gap-2 rounded-md bg-sunken py-0.5 pr-0.5 pl-3">
                    <code className="min-w-0 flex-1 break-all font-mono text-xs">{value}</code>
                    <CopyButton value={value} size="icon-sm" variant="ghost" />
                  </dd>
                </div>
              ))}
            </dl>
            {site.previous_secret_expires_at ? (
              <p className="mt-3 text-warn text-xs">
                {t.rich("site.oldUntil", {
                  at: () => <DateTime value={site.previous_secret_expires_at ?? ""} />,
                })}
              </p>
            ) : null}
            {site.secret_use ? (
              <Facts
                className="mt-2"
                facts={(["new_at", "old_at"] as const).map((name) => ({
                  label: t(`site.secretUse.${name}`),
                  value: site.secret_use?.[name] ? (
                    <DateTime value={site.secret_use[name]} />
                  ) : (
                    t("site.secretUse.unused")
                  ),
                }))}
              />
            ) : null}
            {mayWrite ? (
              <div className="mt-3 flex flex-wrap gap-2">
                <ConfirmAction
                  trigger={
                    <Button variant="secondary" size="sm">
                      {t("site.pairingCode")}
                    </Button>
                  }
                  title={t("site.pairingTitle")}
                  description={t("site.pairingText")}
                  confirmLabel={t("site.pairingCode")}
                  path={`${path}/pairing-code`}
                  success={t("site.pairingMade")}
                  tone="primary"
                  once={{
                    title: t("sites.onceTitle"),
                    note: t("sites.onceNote"),
                    fields: [{ name: "pairing_code", label: t("sites.pairingCode") }],
                  }}
                />
                <ConfirmAction
                  trigger={
                    <Button variant="secondary" size="sm">
                      {t("site.rotate")}
                    </Button>
                  }
                  title={t("site.rotateTitle")}
                  description={t("site.rotateText")}
                  confirmLabel={t("site.rotate")}
                  path={`${path}/rotate`}
                  success={t("site.rotated")}
                  tone="primary"
                  once={{
                    title: t("sites.onceTitle"),
                    note: t("sites.onceNote"),
                    fields: [
                      { name: "key", label: t("sites.key") },
                      { name: "secret", label: t("sites.secret") },
                    ],
                    blocks: await programBlocks(await getTranslations("admin-trade.sites")),
                  }}
                />
              </div>
            ) : null}
          </Panel>
          <TestKey site={site} mayWrite={mayWrite} />
          <Panel title={t("site.callback")}>
            {site.callback_url ? (
              <>
                <p className="break-all font-mono text-xs">{site.callback_url}</p>
                {site.callback_problem ? (
                  <p className="mt-2 text-danger text-sm">
                    <Problem told={site.callback_problem_rule} className="break-words" />
                  </p>
                ) : (
                  <p
                    className={site.callback_verified_at ? "mt-2 text-ok text-sm" : "mt-2 text-warn text-sm"}
                  >
                    {site.callback_verified_at
                      ? t.rich("site.callbackVerified", {
                          at: () => <DateTime value={site.callback_verified_at ?? ""} />,
                        })
                      : t("site.callbackUnverified")}
                  </p>
                )}
                {mayWrite ? <CallbackTest siteId={id} /> : null}
              </>
            ) : (
              <p className="text-ink-muted text-sm">{t("site.callbackNone")}</p>
            )}
          </Panel>
          <Panel>
            <Facts
              facts={[
                { label: t("site.balance"), value: <Money value={site.deposit} currency={site.currency} /> },
                { label: t("site.since"), value: <DateTime value={site.created_at} /> },
                {
                  label: t("site.lastCall"),
                  value: site.last_call_at ? <DateTime value={site.last_call_at} /> : t("sites.never"),
                },
              ]}
            />
            <ul className="mt-4 grid gap-1 border-line border-t pt-3 text-sm">
              {(
                [
                  [t("site.log"), `/admin/request-log?site_id=${id}`, null],
                  [t("site.held"), `/admin/held?site_id=${id}`, site.held_orders],
                  [t("site.callbacks"), `/admin/callbacks?site_id=${id}`, site.failed_callbacks],
                  [t("site.reconcile"), `/admin/reconciliation?site_id=${id}`, null],
                  [t("site.account"), `/admin/sites/${id}/account`, null],
                ] as const
              ).map(([label, href, count]) => (
                <li key={href}>
                  <Link
                    href={href}
                    className="flex justify-between gap-3 rounded-sm py-0.5 text-pine hover:underline"
                  >
                    {label}
                    {count ? <span className="tabular font-medium text-warn">{count}</span> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </ClientMessages>
  );
}
