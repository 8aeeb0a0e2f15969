import { getTranslations } from "next-intl/server";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { LinkTabs } from "@/components/ui/link-tabs";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";
import { RateNeeded } from "./_components/rate-needed";
import { SyncButton } from "./_components/sync-button";

type ConnectionHeadProps = { connection: ConnectionView; current: "offers" | "settings"; mayWrite: boolean };

export async function ConnectionHead({ connection, current, mayWrite }: ConnectionHeadProps) {
  const t = await getTranslations("admin-trade");
  const path = `/admin/connections/${connection.id}`;
  return (
    <>
      <PageHead
        title={connection.name}
        description={connection.base_url}
        back={{ href: "/admin/connections", label: t("connection.back") }}
        badges={<StateBadge state={connection.status}>{t(`connections.${connection.status}`)}</StateBadge>}
        actions={mayWrite ? <SyncButton connection={connection} /> : null}
      />
      <RateNeeded connection={connection} mayWrite={mayWrite} />
      <LinkTabs
        label={t("connection.tabs")}
        tabs={[
          {
            href: path,
            label: `${t("connection.offers")} (${connection.offered_skus})`,
            isCurrent: current === "offers",
          },
          { href: `${path}/settings`, label: t("connection.settings"), isCurrent: current === "settings" },
        ]}
      />
    </>
  );
}
