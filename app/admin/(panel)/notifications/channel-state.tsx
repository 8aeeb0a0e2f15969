import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/admin/state-badge";
import type { NotificationChannelOut } from "@/lib/notifications/outbound/schema";

export function ChannelState({ channel }: { channel: NotificationChannelOut }) {
  const t = useTranslations("admin-notify");
  if (!channel.is_enabled) return <StateBadge state="draft">{t("states.off")}</StateBadge>;
  if (channel.failing_since) return <StateBadge state="failed">{t("states.failing")}</StateBadge>;
  if (!channel.last_sent_at) return <StateBadge state="untried">{t("states.untried")}</StateBadge>;
  return <StateBadge state="active">{t("states.on")}</StateBadge>;
}
