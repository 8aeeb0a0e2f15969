import { getTranslations } from "next-intl/server";
import { AddPaymentChannel } from "@/app/admin/(panel)/channels/add-payment-channel";
import { providerName } from "@/app/admin/(panel)/channels/channel-fields";
import { ChannelState } from "@/app/admin/(panel)/channels/channel-state";
import { Panel } from "@/components/admin/page-frame";
import { Link } from "@/components/ui/link";
import { listAdminChannels } from "@/lib/payments/admin-queries";
import { addressOf } from "./steps";

export async function PaymentStep() {
  const [channels, t, texts] = await Promise.all([
    listAdminChannels(),
    getTranslations("admin.setup"),
    getTranslations("admin-money.channels"),
  ]);
  return (
    <Panel
      title={t("payment")}
      description={t("paymentText")}
      actions={<AddPaymentChannel goTo={addressOf("payment")} />}
    >
      {channels.length === 0 ? (
        <p className="text-ink-muted text-sm">{t("noChannel")}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {channels.map((channel) => (
            <li key={channel.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <Link href={`/admin/channels/${channel.id}`} className="font-medium text-pine hover:underline">
                {channel.name}
              </Link>
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
