import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { listTexts } from "@/lib/fulfillment/kinds/living/list-texts";

type LivingTextsProps = { skuId: number; mayWrite: boolean };

/** Lists the versions of an option's living text with their times; all buyers read the newest one. */
export async function LivingTexts({ skuId, mayWrite }: LivingTextsProps) {
  const [{ versions, readers }, t, common] = await Promise.all([
    listTexts(skuId),
    getTranslations("admin-sell.delivery.living.texts"),
    getTranslations("common"),
  ]);
  const path = `/admin/skus/${skuId}/living`;
  const last = versions[0]?.number ?? 0;
  return (
    <Panel
      title={t("title")}
      description={t("text", { count: readers })}
      actions={
        mayWrite ? (
          <FormDialog
            trigger={<Button size="sm">{last === 0 ? t("write") : t("change")}</Button>}
            title={last === 0 ? t("write") : t("change")}
            description={t("changeText", { count: readers })}
            columns={1}
            fields={[
              { kind: "textarea", name: "content", label: t("content"), required: true, rows: 6, mono: true },
              { kind: "text", name: "note", label: t("note"), hint: t("noteHint"), empty: "omit" },
            ]}
            fixed={{ after: last }}
            write={{ path, method: "POST", success: t("changed") }}
            submitLabel={t("save")}
          />
        ) : null
      }
    >
      {versions.length === 0 ? (
        <p className="text-ink-muted text-sm">{t("none")}</p>
      ) : (
        <ol className="divide-y divide-line">
          {versions.map(({ number, note, created_by: by, created_at: from, replaced_at: until }) => (
            <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
              <span className="tabular w-8 shrink-0 text-ink-faint">{number}</span>
              <span className="min-w-0 flex-1 basis-64">
                <DateTime value={from} />
                {until ? (
                  <>
                    {" – "}
                    <DateTime value={until} />
                  </>
                ) : (
                  <strong className="ml-2 font-medium text-pine">{t("now")}</strong>
                )}
                <span className="block break-words text-ink-muted text-xs">
                  {by}
                  {note ? ` · ${note}` : ""}
                </span>
              </span>
              {mayWrite ? (
                <ConfirmAction
                  trigger={
                    <Button variant="ghost" size="sm" aria-label={t("showOne", { number })}>
                      {t("show")}
                    </Button>
                  }
                  title={t("showTitle")}
                  description={t("showText")}
                  confirmLabel={t("show")}
                  path={`${path}/${number}/reveal`}
                  success={t("shown")}
                  tone="primary"
                  once={{
                    title: t("showOne", { number }),
                    note: t("showNote"),
                    close: common("close"),
                    fields: [{ name: "content", label: t("content") }],
                  }}
                />
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
