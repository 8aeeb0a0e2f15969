import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { Button } from "@/components/ui/button";
import { LinkTabs } from "@/components/ui/link-tabs";
import type { SiteView } from "@/lib/interconnect/main/admin/schema";
import { SiteHealth } from "../site-health";

type SiteHeadProps = {
  site: SiteView;
  current: "overview" | "prices" | "deposit" | "account";
  mayWrite: boolean;
};

export async function SiteHead({ site, current, mayWrite }: SiteHeadProps) {
  const t = await getTranslations("admin-trade");
  const path = `/admin/sites/${site.id}`;
  const isActive = site.status === "active";
  return (
    <>
      <PageHead
        title={site.name}
        back={{ href: "/admin/sites", label: t("site.back") }}
        badges={
          <>
            <StateBadge state={site.status}>{t(`sites.${site.status}`)}</StateBadge>
            <StateBadge state="draft">{t(`modeShort.${site.settlement_mode}`)}</StateBadge>
            <SiteHealth site={site} />
          </>
        }
        actions={
          mayWrite ? (
            <ConfirmAction
              trigger={
                <Button variant="secondary" size="sm">
                  {isActive ? t("site.disable") : t("site.enable")}
                </Button>
              }
              title={isActive ? t("site.disableTitle") : t("site.enable")}
              description={isActive ? t("site.disableText") : site.name}
              confirmLabel={isActive ? t("site.disable") : t("site.enable")}
              path={`/admin/interconnect/sites/${site.id}`}
              method="PATCH"
              body={{ status: isActive ? "disabled" : "active" }}
              success={t("site.changed")}
              tone={isActive ? "danger" : "primary"}
            />
          ) : null
        }
      />
      <LinkTabs
        label={t("site.tabs")}
        tabs={(
          [
            ["overview", path],
            ["prices", `${path}/prices`],
            ["deposit", `${path}/deposit`],
            ["account", `${path}/account`],
          ] as const
        ).map(([key, href]) => ({ href, label: t(`site.${key}`), isCurrent: key === current }))}
      />
    </>
  );
}
