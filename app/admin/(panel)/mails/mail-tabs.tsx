import { getTranslations } from "next-intl/server";
import { LinkTabs } from "@/components/ui/link-tabs";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission } from "@/lib/acts/permissions";

type Tab = "outbox" | "server" | "texts";

/** Only what the reader may open; with one page there is nothing to choose. */
export async function MailTabs({ actor, current }: { actor: AdminActor; current: Tab }) {
  const t = await getTranslations("admin-system.mails.tabs");
  const maySet = hasPermission(actor, "settings:read");
  if (!maySet) return null;
  const tabs: [Tab, string, boolean][] = [
    ["outbox", "/admin/mails", hasPermission(actor, "customers:read")],
    ["server", "/admin/mails/server", maySet],
    ["texts", "/admin/mails/texts", maySet],
  ];
  return (
    <LinkTabs
      label={t("label")}
      tabs={tabs
        .filter(([, , isOpen]) => isOpen)
        .map(([tab, href]) => ({ href, label: t(tab), isCurrent: tab === current }))}
    />
  );
}
