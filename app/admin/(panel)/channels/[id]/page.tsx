import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { languagesOf } from "@/components/admin/form/in-languages";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { ClientMessages } from "@/components/store/client-messages";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { listAdminCategories, listProductNames } from "@/lib/catalogue/admin/admin-queries";
import { getAdminChannel, listPaymentEvents, listProviders } from "@/lib/payments/admin-queries";
import { notificationVerdicts } from "@/lib/payments/state";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { sayTold } from "@/messages/say-to-staff";
import { findOr404 } from "../../find-or-404";
import { channelFields, providerName } from "../channel-fields";
import { ChannelState } from "../channel-state";
import { offerFields } from "../offer-fields";
import { ChannelTestPanel } from "./_components/channel-test-panel";
import { RatePanel } from "./_components/rate-panel";
import { ReplayPanel } from "./_components/replay-panel";

type Props = { params: Promise<{ id: string }> };

/** Read once for the tab and the page. */
const readChannel = cache(getAdminChannel);

const page = detailPage({
  list: "/admin/channels",
  text: "admin-money.channels",
  permission: "payments:read",
  name: async (id) => (await readChannel(id)).name,
});

export const generateMetadata = page.generateMetadata;

export default async function ChannelPage({ params }: Props) {
  const { actor, id } = await page.open((await params).id);
  const mayWrite = hasPermission(actor, "payments:write");
  const [products, categories, levels] = await Promise.all([
    listProductNames(),
    listAdminCategories(),
    listLevelChoices(),
  ]);
  const [channel, { payment_events: events }, settings, t, notices, form, format, locale] = await Promise.all(
    [
      findOr404(() => readChannel(id)),
      listPaymentEvents({ page: 1, per_page: 10, channel_id: id }),
      getSettings(),
      getTranslations("admin-money.channels"),
      getTranslations("admin-money.notices"),
      getTranslations("admin.form"),
      getFormatter(),
      getLocale(),
    ],
  );
  const provider = (await listProviders()).find((one) => one.code === channel.provider);
  return (
    <ClientMessages areas={["admin-money.channels", "admin-money.notices"]}>
      <PageHead
        title={channel.name}
        description={providerName({ code: channel.provider, name: channel.provider_name }, t)}
        back={await page.back()}
        badges={<ChannelState channel={channel} />}
      />
      {channel.is_active && channel.is_usable && !channel.is_offered ? (
        <p role="status" className="mb-4 rounded-md bg-danger-soft px-3.5 py-2.5 text-danger text-sm">
          {t("nobodyCanPay", { currency: channel.currency ?? "", shop: settings.currency })}
        </p>
      ) : null}
      {channel.failing_since ? (
        <p role="status" className="mb-4 rounded-md bg-danger-soft px-3.5 py-2.5 text-danger text-sm">
          {t("failing", {
            since: format.dateTime(new Date(channel.failing_since), {
              dateStyle: "medium",
              timeStyle: "short",
            }),
            problem: channel.last_problem_rule ? sayTold(channel.last_problem_rule, locale) : "",
          })}
        </p>
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Panel title={t("settings")} {...(channel.is_weak ? { description: t("weak") } : {})}>
          {provider ? (
            <fieldset disabled={!mayWrite}>
              <SpecForm
                fields={channelFields(provider, channel, languagesOf(settings), t)}
                write={{ path: `/admin/payment-channels/${id}`, method: "PATCH", success: form("saved") }}
                submitLabel={form("save")}
              />
            </fieldset>
          ) : (
            <p className="text-ink-muted text-sm">{t("unavailable")}</p>
          )}
        </Panel>
        <div className="flex min-w-0 flex-col gap-4 xl:row-span-3">
          {mayWrite ? (
            <Panel title={t("testTitle")} description={t("testText")}>
              <ChannelTestPanel key={channel.updated_at} channel={channel} />
            </Panel>
          ) : null}
          <Panel title={t("notify")} description={t("notifyText")}>
            <p className="flex items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{channel.notify_url}</code>
              <CopyButton value={channel.notify_url} size="icon-sm" variant="ghost" />
            </p>
            <p className="mt-3 text-ink-muted text-xs">
              {t(channel.confirms_by_query ? "queries" : channel.can_be_asked ? "asked" : "noQueries")}
            </p>
          </Panel>
          {mayWrite && channel.is_usable ? (
            <Panel title={t("replay.title")} description={t("replay.text")}>
              <ReplayPanel channelId={id} />
            </Panel>
          ) : null}
          <Panel
            title={t("recent")}
            flush
            actions={
              <Link
                href={`/admin/payments/notifications?channel_id=${id}`}
                className="rounded-sm text-pine text-xs hover:underline"
              >
                {notices("title")}
              </Link>
            }
          >
            {events.length === 0 ? (
              <p className="border-line border-t px-4 py-6 text-center text-ink-faint text-sm">
                {notices("empty")}
              </p>
            ) : null}
            <ul className="border-line border-t empty:border-t-0">
              {events.map((event) => {
                const verdict = notificationVerdicts.find((known) => known === event.verdict);
                return (
                  <li
                    key={event.id}
                    className="flex items-center justify-between gap-3 border-line border-t px-4 py-2 text-sm first:border-t-0"
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-mono text-xs">
                        {event.payment_no ?? event.trade_no ?? "—"}
                      </span>
                      <DateTime value={event.created_at} style="exact" className="text-ink-faint text-xs" />
                    </span>
                    <StateBadge state={verdict ?? null}>
                      {verdict ? notices(`verdicts.${verdict}`) : event.verdict}
                    </StateBadge>
                  </li>
                );
              })}
            </ul>
          </Panel>
        </div>
        {channel.rate_source.url || (channel.currency && channel.currency !== settings.currency) ? (
          <RatePanel channel={channel} mayWrite={mayWrite} />
        ) : null}
        <Panel title={t("offers.title")} description={t("offers.text")}>
          <fieldset disabled={!mayWrite}>
            <SpecForm
              fields={
                await offerFields(channel.offer_rules, {
                  products,
                  categories,
                  levels,
                  countryHeader: settings.countryHeader,
                })
              }
              write={{ path: `/admin/payment-channels/${id}`, method: "PATCH", success: form("saved") }}
              submitLabel={form("save")}
            />
          </fieldset>
        </Panel>
      </div>
    </ClientMessages>
  );
}
