import { getTranslations } from "next-intl/server";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { LinkTabs } from "@/components/ui/link-tabs";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";
import { healthState } from "../connection-fields";
import { RateNeeded } from "./_components/rate-needed";
import { SyncButton } from "./_components/sync-button";

type ConnectionHeadProps = { connection: ConnectionView; current: "offers" | "settings"; mayWrite: boolean };

export async function ConnectionHead({ connection, current, mayWrite }: ConnectionHeadProps) {
  const t = await getTranslations("admin-trade");
  const path = `/admin/connections/${connection.id}`;
  const triedAt = connection.failing_since ?? connection.last_good_at;
  return (
    <>
      <PageHead
        title={connection.name}
        description={connection.base_url}
        back={{ href: "/admin/connections", label: t("connection.back") }}
        badges={
          <>
            <StateBadge state={connection.status}>{t(`connections.${connection.status}`)}</StateBadge>
            <StateBadge state={healthState[connection.health]}>
              {t(`connections.health.${connection.health}`)}
            </StateBadge>
            {triedAt ? <DateTime value={triedAt} style="ago" className="text-ink-faint text-xs" /> : null}
          </>
        }
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
