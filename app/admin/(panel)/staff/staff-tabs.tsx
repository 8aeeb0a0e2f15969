import { getTranslations } from "next-intl/server";
import { LinkTabs } from "@/components/ui/link-tabs";

export async function StaffTabs({ current }: { current: "people" | "roles" | "tokens" }) {
  const t = await getTranslations("admin-system.staff.tabs");
  return (
    <LinkTabs
      label={t("label")}
      tabs={[
        { href: "/admin/staff", label: t("people"), isCurrent: current === "people" },
        { href: "/admin/staff/roles", label: t("roles"), isCurrent: current === "roles" },
        { href: "/admin/staff/tokens", label: t("tokens"), isCurrent: current === "tokens" },
      ]}
    />
  );
}
