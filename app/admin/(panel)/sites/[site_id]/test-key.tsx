import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { type SiteView, testKeyBody } from "@/lib/interconnect/main/admin/schema";
import { programBlocks } from "../program-blocks";

/** The pair with which the agent tries its program: nothing that it orders costs or takes anything. */
export async function TestKey({ site, mayWrite }: { site: SiteView; mayWrite: boolean }) {
  const [t, sites] = await Promise.all([
    getTranslations("admin-trade.testKey"),
    getTranslations("admin-trade.sites"),
  ]);
  const path = `/admin/interconnect/sites/${site.id}/test-key`;
  const key = site.test_key;
  return (
    <Panel title={t("title")}>
      <p className="text-ink-muted text-sm">{t("text")}</p>
      {key ? (
        <div className="mt-3 flex items-center gap-2 rounded-md bg-sunken py-0.5 pr-0.5 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-xs">{key.api_key}</code>
          <CopyButton value={key.api_key} size="icon-sm" variant="ghost" />
        </div>
      ) : null}
      {key?.callback_problem ? (
        <p className="mt-2 text-danger text-sm">
          <Problem told={key.callback_problem_rule} className="break-words" />
        </p>
      ) : null}
      {mayWrite ? (
        <div className="mt-3 flex flex-col gap-3">
          {key ? (
            <SpecForm
              fields={fieldsOf(testKeyBody, key, t, {
                callback_url: {
                  kind: "url",
                  placeholder: "https://…/api/v1/interconnect/callback",
                  wide: true,
                },
              })}
              write={{ path, method: "PATCH", success: t("saved") }}
              submitLabel={t("save")}
            />
          ) : null}
          <div>
            <ConfirmAction
              trigger={
                <Button variant="secondary" size="sm">
                  {key ? t("again") : t("make")}
                </Button>
              }
              title={t("makeTitle")}
              description={t("makeText")}
              confirmLabel={t("make")}
              path={path}
              success={t("made")}
              tone="primary"
              once={{
                title: t("title"),
                note: t("onceNote"),
                fields: [
                  { name: "key", label: sites("testKey") },
                  { name: "secret", label: sites("testSecret") },
                ],
                blocks: await programBlocks(sites),
              }}
            />
          </div>
        </div>
      ) : null}
    </Panel>
  );
}
