import { getTranslations } from "next-intl/server";
import { StateBadge } from "@/components/admin/state-badge";
import type { AdminChannelView } from "@/lib/payments/channels/schema";

/** On is what buyers see; a channel that is switched on and cannot be paid with says why. */
export async function ChannelState({ channel }: { channel: AdminChannelView }) {
  const t = await getTranslations("admin-money.channels");
  if (channel.off_because)
    return (
      <StateBadge state="late">
        {t(channel.off_because === "own_goods" ? "states.ownGoods" : "states.publicAddress")}
      </StateBadge>
    );
  if (!channel.is_usable) return <StateBadge state="failed">{t("states.broken")}</StateBadge>;
  if (!channel.is_active) return <StateBadge state="draft">{t("states.off")}</StateBadge>;
  if (!channel.is_offered) return <StateBadge state="failed">{t("states.otherCurrency")}</StateBadge>;
  if (channel.failing_since) return <StateBadge state="failed">{t("states.failing")}</StateBadge>;
  if (channel.provider !== "test" && channel.test_passed === null && channel.last_good_at === null)
    return <StateBadge state="untried">{t("states.untried")}</StateBadge>;
  return channel.test_passed === false ? (
    <StateBadge state="late">{t("states.testFailed")}</StateBadge>
  ) : (
    <StateBadge state="active">{t("states.on")}</StateBadge>
  );
}
