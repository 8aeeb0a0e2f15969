import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import type { SiteView } from "./admin/schema";
import { getSite } from "./admin-queries";
import { newSiteSecret } from "./site-rules";
import { expireSecrets, sealSiteSecret } from "./site-secrets";
import { lockSite } from "./sql/sites";

/** C49: the former secret is good for another day; one from a rotation before that ends now. */
export async function rotateSiteSecret(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
): Promise<{ site: SiteView; key: string; secret: string }> {
  const secret = newSiteSecret();
  const key = await inTransaction(async (tx) => {
    const site = await lockSite(tx, siteId);
    if (!site) throw notFound("site");
    await expireSecrets(tx, siteId);
    await tx.siteSigningSecret.create({
      data: { siteId, secretSealed: sealSiteSecret(site.api_key, secret), createdAt: now() },
    });
    await recordAudit(tx, actor, client, {
      action: "site.rotate_secret",
      target: `site:${siteId}`,
      data: {},
    });
    return site.api_key;
  });
  return { site: await getSite(siteId), key, secret };
}
