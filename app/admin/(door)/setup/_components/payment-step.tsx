import { getTranslations } from "next-intl/server";
import { channelFields, providerName } from "@/app/admin/(panel)/channels/channel-fields";
import { ChannelState } from "@/app/admin/(panel)/channels/channel-state";
import { AddChannelMenu } from "@/components/admin/add-channel-menu";
import { Panel } from "@/components/admin/page-frame";
import { listAdminChannels, listProviders } from "@/lib/payments/admin-queries";
import { DeskLink } from "../../desk-link";
import { addressOf } from "./steps";

export async function PaymentStep() {
  const [channels, providers, t, texts, form] = await Promise.all([
    listAdminChannels(),
    listProviders(),
    getTranslations("admin.setup"),
    getTranslations("admin-money.channels"),
    getTranslations("admin.form"),
  ]);
  return (
    <Panel
      title={t("payment")}
      description={t("paymentText")}
      actions={
        <AddChannelMenu
          label={texts("add")}
          choices={providers
            .filter(({ is_available }) => is_available)
            .map((provider) => ({
              code: provider.code,
              name: providerName(provider, texts),
              title: texts("addTitle", { provider: providerName(provider, texts) }),
              description: provider.is_weak ? texts("weak") : null,
              fields: channelFields(provider, null, texts),
            }))}
          write={{ path: "/admin/payment-channels", success: form("created"), goTo: addressOf("payment") }}
          submitLabel={form("create")}
        />
      }
    >
      {channels.length === 0 ? (
        <p className="text-ink-muted text-sm">{t("noChannel")}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {channels.map((channel) => (
            <li key={channel.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <DeskLink
                href={`/admin/channels/${channel.id}`}
                className="font-medium text-pine hover:underline"
              >
                {channel.name}
              </DeskLink>
              <span className="flex items-center gap-3 text-ink-muted">
                {providerName({ code: channel.provider, name: channel.provider_name }, texts)}
                <ChannelState channel={channel} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
