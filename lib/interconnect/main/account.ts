import type { SiteActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { sayNoted } from "../../core/refusals/noted";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { getSettings } from "../../settings/queries";
import { findDeposit } from "./admin-queries";
import type { SiteAccount } from "./schema";
import { getAccountOfAgent } from "./statements/read-account";

/**
 * Shows an agent its account: currency, settlement, deposit, closed periods, level, our clock, and whether its
 * callbacks arrive.
 */
export async function getSiteAccount({ siteId }: SiteActor): Promise<SiteAccount> {
  const { currency, siteName } = await getSettings();
  const [site, deposit, account] = await Promise.all([
    db().site.findUniqueOrThrow({
      where: { id: siteId },
      include: { memberLevel: { select: { name: true } } },
    }),
    findDeposit(db(), siteId),
    getAccountOfAgent(siteId, currency),
  ]);
  const alert = site.depositAlertCents;
  return {
    main_site: siteName,
    name: site.name,
    key: site.apiKey,
    test: false,
    currency,
    settlement_mode: site.settlementMode,
    deposit: toMoney(deposit),
    deposit_alert: alert === null ? null : toMoney(alert),
    deposit_low: alert !== null && deposit < alert,
    ...account,
    member_level: site.memberLevel?.name ?? null,
    server_time: toTime(now()),
    callback: {
      url: site.callbackUrl,
      verified_at: toTimeOrNull(site.callbackVerifiedAt),
      problem: sayNoted(site.callbackProblem),
      failing_since: toTimeOrNull(site.callbackFailingSince),
      disabled_at: toTimeOrNull(site.callbackDisabledAt),
    },
  };
}
