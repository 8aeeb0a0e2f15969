import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { hasPermission } from "@/lib/acts/permissions";
import { getNotificationChannel, listNotificationChannels } from "@/lib/notifications/outbound/queries";
import { getSettings } from "@/lib/settings/queries";
import { sayTold } from "@/messages/say-to-staff";
import { findOr404 } from "../../find-or-404";
import { ChannelTest } from "../_components/channel-test";
import { ChannelState } from "../channel-state";
import { providerFields } from "../provider-fields";
import { EventsForm } from "./_components/events-form";

type Props = { params: Promise<{ id: string }> };

/** Read once for the tab and the page. */
const readChannel = cache(getNotificationChannel);

const page = detailPage({
  list: "/admin/notifications",
  text: "admin-notify",
  permission: "settings:read",
  name: async (id) => (await readChannel(id)).name,
});

export const generateMetadata = page.generateMetadata;

export default async function NotificationChannelPage({ params }: Props) {
  const { actor, id } = await page.open((await params).id);
  const mayWrite = hasPermission(actor, "settings:write");
  const [channel, { providers, event_kinds, event_types }, { timeZone }, t, form] = await Promise.all([
    findOr404(() => readChannel(id)),
    listNotificationChannels(),
    getSettings(),
    getTranslations("admin-notify"),
    getTranslations("admin.form"),
  ]);
  const isProgram = channel.provider === "events";
  const kinds = isProgram
    ? event_types.map((kind) => {
        const key = kind.replace(".", "_") as "order_created";
        return { kind, name: t(`types.${key}.name`), text: t(`types.${key}.text`) };
      })
    : event_kinds.map((kind) => ({ kind, name: t(`events.${kind}.name`), text: t(`events.${kind}.text`) }));
  const provider = providers.find(({ code }) => code === channel.provider);
  return (
    <ClientMessages areas={["admin-notify"]}>
      <PageHead
        title={channel.name}
        description={t(`providers.${channel.provider}`)}
        back={await page.back()}
        badges={<ChannelState channel={channel} />}
        actions={
          mayWrite ? (
            <ConfirmAction
              trigger={
                <Button variant="ghost" size="sm">
                  {t("remove")}
                </Button>
              }
              title={t("removeTitle", { name: channel.name })}
              description={t("removeText")}
              confirmLabel={t("remove")}
              path={`/admin/notification-channels/${id}`}
              method="DELETE"
              success={t("removed")}
              goTo="/admin/notifications"
            />
          ) : null
        }
      />
      {channel.failing_since && channel.last_error_rule ? (
        <p className="mb-4 break-words rounded-md border border-danger/40 bg-danger-soft px-4 py-2.5 text-sm">
          {t("failing", { error: sayTold(channel.last_error_rule, await getLocale()) })}
        </p>
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title={t("connection")} description={t("connectionText")}>
            {provider ? (
              <fieldset disabled={!mayWrite}>
                <SpecForm
                  fields={providerFields(provider, channel, t)}
                  write={{
                    path: `/admin/notification-channels/${id}`,
                    method: "PATCH",
                    success: form("saved"),
                  }}
                  submitLabel={form("save")}
                />
              </fieldset>
            ) : null}
          </Panel>
          {mayWrite ? (
            <Panel title={t("testTitle")} description={t("testText")} actions={<ChannelTest id={id} />}>
              {null}
            </Panel>
          ) : null}
        </div>
        <Panel title={t("what")} description={t(isProgram ? "whatProgramText" : "whatText")}>
          <EventsForm
            channel={channel}
            kinds={kinds}
            isProgram={isProgram}
            timeZone={timeZone}
            mayWrite={mayWrite}
          />
        </Panel>
      </div>
    </ClientMessages>
  );
}
