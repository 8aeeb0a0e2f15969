import { getTranslations } from "next-intl/server";
import { LinkTabs } from "@/components/ui/link-tabs";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission } from "@/lib/acts/permissions";

/** Three logs of one kind: what we send, what main sites send us, and what payment gateways send us. */
export async function CallbackTabs({ current, actor }: { current: "sent" | "received"; actor: AdminActor }) {
  const t = await getTranslations("admin-trade.callbacks.tabs");
  const gateways = { href: "/admin/payments/notifications", label: t("gateways"), isCurrent: false };
  return (
    <LinkTabs
      label={t("label")}
      tabs={[
        { href: "/admin/callbacks", label: t("sent"), isCurrent: current === "sent" },
        { href: "/admin/received-callbacks", label: t("received"), isCurrent: current === "received" },
        ...(hasPermission(actor, "payments:read") ? [gateways] : []),
      ]}
    />
  );
}
