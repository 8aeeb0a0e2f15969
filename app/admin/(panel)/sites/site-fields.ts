import { getTranslations } from "next-intl/server";
import { fieldsOf, optionsOf } from "@/components/admin/form/fields-of";
import { pairSiteBody, type SiteView, settlementModes } from "@/lib/interconnect/main/admin/schema";

export async function siteFields(site: SiteView | null, levels: readonly { id: number; name: string }[]) {
  const [t, mode] = await Promise.all([
    getTranslations("admin-trade.sites"),
    getTranslations("admin-trade.modes"),
  ]);
  return fieldsOf(pairSiteBody, site && { ...site, member_level_id: site.member_level?.id }, t, {
    name: {},
    settlement_mode: {
      initial: "hold",
      options: settlementModes.map((value) => ({ value, label: mode(value) })),
    },
    callback_url: { kind: "url", placeholder: "https://…/api/v1/interconnect/callback", wide: true },
    member_level_id: { choose: t("fields.noLevel"), options: optionsOf(levels) },
    rate_per_minute: {},
    deposit_alert: {},
    ip_allow_list: { rows: 3, wide: true },
  });
}
