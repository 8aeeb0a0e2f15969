import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import type { SiteView, UpdateSite } from "./admin/schema";
import { getSite } from "./admin-queries";
import { checkSite } from "./site-rules";
import { lockSite } from "./sql/sites";

/** Changes what is named and leaves the rest. A new callback address, or `callbacks_enabled`, switches callbacks on again. */
export async function updateSite(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  { seen, ...input }: UpdateSite,
): Promise<SiteView> {
  await inTransaction(async (tx) => {
    await lockSite(tx, siteId);
    const site = await tx.site.findUnique({ where: { id: siteId } });
    if (!site) throw notFound("site");
    if (seen) {
      const current = await getSite(siteId, tx);
      requireUnchanged({ ...current, member_level_id: site.memberLevelId }, seen);
    }
    await checkSite(tx, input);
    const hasNewAddress = input.callback_url !== undefined && input.callback_url !== site.callbackUrl;
    const hasNewLevel = input.member_level_id !== undefined && input.member_level_id !== site.memberLevelId;
    await tx.site.update({
      where: { id: siteId },
      data: {
        name: input.name,
        callbackUrl: input.callback_url,
        settlementMode: input.settlement_mode,
        memberLevelId: input.member_level_id,
        ipAllowList: input.ip_allow_list,
        ratePerMinute: input.rate_per_minute,
        depositAlertCents: input.deposit_alert,
        status: input.status,
        ...(hasNewAddress || input.callbacks_enabled
          ? { callbackDisabledAt: null, callbackFailingSince: null }
          : {}),
        ...(hasNewAddress ? { callbackVerifiedAt: null, callbackProblem: null } : {}),
        ...(hasNewLevel ? { pricesChangedAt: now() } : {}),
      },
    });
    if (hasNewAddress && input.callback_url)
      await enqueue(tx, "site.ping", { siteId }, { jobKey: `ping:${siteId}` });
    await recordAudit(tx, actor, client, {
      action: "site.update",
      target: `site:${siteId}`,
      data: JSON.parse(
        JSON.stringify(input, (_name, value: unknown) =>
          typeof value === "bigint" ? formatMoney(value) : value,
        ),
      ),
    });
  });
  return getSite(siteId);
}
