import { getTranslations } from "next-intl/server";
import { ActButton } from "@/components/admin/form/act-button";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import { DateTime } from "@/components/ui/date-time";
import type { AdminChannelView } from "@/lib/payments/channels/schema";
import { rateFields } from "../../rate-fields";

/** Where a channel's exchange rate comes from, how old it is, and what waits for the operator. */
export async function RatePanel({ channel, mayWrite }: { channel: AdminChannelView; mayWrite: boolean }) {
  const [t, form] = await Promise.all([
    getTranslations("admin-money.channels"),
    getTranslations("admin.form"),
  ]);
  const { id, rate, rate_source: source } = channel;
  const path = `/admin/payment-channels/${id}`;
  return (
    <Panel title={t("rateSource.title")} description={t("rateSource.text")}>
      {source.url ? (
        <div className="mb-5 flex flex-col gap-2 rounded-md bg-sunken px-3.5 py-3 text-sm">
          <p>
            {rate ? t("rateSource.inUse", { rate }) : t("rateSource.noRate")}
            {source.good_at ? (
              <span className="text-ink-muted text-xs">
                {" · "}
                {t("rateSource.lastGood")} <DateTime value={source.good_at} style="ago" />
              </span>
            ) : null}
          </p>
          {source.tried_at ? (
            <p className="text-ink-muted text-xs">
              {t("rateSource.lastAttempt")} <DateTime value={source.tried_at} style="ago" />
            </p>
          ) : null}
          {source.failure ? (
            <p className="text-danger">{t(`rateSource.failures.${source.failure}`)}</p>
          ) : null}
          {source.proposed_rate ? (
            <p className="text-warn">{t("rateSource.proposed", { rate: source.proposed_rate })}</p>
          ) : null}
          {mayWrite ? (
            <div className="flex flex-wrap gap-2">
              {source.proposed_rate ? (
                <ActButton
                  variant="primary"
                  write={{ path: `${path}/rate/accept`, success: t("rateSource.accepted") }}
                  body={{ rate: source.proposed_rate }}
                >
                  {t("rateSource.accept", { rate: source.proposed_rate })}
                </ActButton>
              ) : null}
              <ActButton write={{ path: `${path}/rate/fetch`, success: t("rateSource.fetched") }}>
                {t("rateSource.fetch")}
              </ActButton>
            </div>
          ) : null}
        </div>
      ) : null}
      <fieldset disabled={!mayWrite}>
        <SpecForm
          fields={await rateFields(source)}
          write={{ path, method: "PATCH", success: form("saved") }}
          submitLabel={form("save")}
        />
      </fieldset>
    </Panel>
  );
}
