import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { now, secondsFromNow } from "../../core/clock";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import type { SiteView } from "./admin/schema";
import { getSite } from "./admin-queries";
import { newSiteSecret } from "./site-rules";
import { sealSiteSecret } from "./site-secrets";

const overlapSeconds = 24 * 3600;

/** C49: the former secret is good for another day; one from a rotation before that ends now. */
export async function rotateSiteSecret(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
): Promise<{ site: SiteView; key: string; secret: string }> {
  const secret = newSiteSecret();
  const key = await inTransaction(async (tx) => {
    const [site] = await tx.$queryRaw<
      { api_key: string }[]
    >`SELECT api_key FROM sites WHERE id = ${siteId} FOR UPDATE`;
    if (!site) throw notFound("site");
    await tx.siteSigningSecret.updateMany({
      where: { siteId, expiresAt: { gt: now() } },
      data: { expiresAt: now() },
    });
    await tx.siteSigningSecret.updateMany({
      where: { siteId, expiresAt: null },
      data: { expiresAt: secondsFromNow(overlapSeconds) },
    });
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
