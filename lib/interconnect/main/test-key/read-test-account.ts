import type { TestSiteActor } from "../../../acts/actor";
import { sayNoted } from "../../../core/refusals/noted";
import { toMoney } from "../../../core/wire";
import { db } from "../../../db/client";
import { getSiteAccount } from "../account";
import type { SiteAccount } from "../schema";

/** The account of a test key: it owes nothing and has nothing. */
export async function getTestAccount({ siteId }: TestSiteActor): Promise<SiteAccount> {
  const [account, key] = await Promise.all([
    getSiteAccount({ kind: "site", siteId }),
    db().siteTestKey.findUniqueOrThrow({ where: { siteId } }),
  ]);
  return {
    ...account,
    key: key.apiKey,
    test: true,
    settlement_mode: "trust",
    deposit: toMoney(0n),
    deposit_alert: null,
    deposit_low: false,
    due: toMoney(0n),
    closed_until: null,
    statements: [],
    callback: {
      url: key.callbackUrl,
      verified_at: null,
      problem: sayNoted(key.callbackProblem),
      failing_since: null,
      disabled_at: null,
    },
  };
}
