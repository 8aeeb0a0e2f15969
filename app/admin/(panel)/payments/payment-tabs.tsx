import { getTranslations } from "next-intl/server";
import { LinkTabs } from "@/components/ui/link-tabs";

export async function PaymentTabs({ current }: { current: "payments" | "notices" }) {
  const t = await getTranslations("admin-money.payments");
  return (
    <LinkTabs
      label={t("tabs")}
      tabs={[
        { href: "/admin/payments", label: t("tabPayments"), isCurrent: current === "payments" },
        { href: "/admin/payments/notifications", label: t("tabNotices"), isCurrent: current === "notices" },
      ]}
    />
  );
}
