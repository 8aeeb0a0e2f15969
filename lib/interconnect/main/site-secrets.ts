import { now, secondsFromNow } from "../../core/clock";
import { open, seal } from "../../core/crypto";
import type { Reader, Tx } from "../../db/transaction";

const aad = (apiKey: string) => `site_signing_secrets:secret_sealed:${apiKey}:v1`;

export const sealSiteSecret = (apiKey: string, secret: string) => seal(secret, aad(apiKey));
export const openSiteSecret = (apiKey: string, sealed: Uint8Array) => open(sealed, aad(apiKey));

/**
 * Finds the secret that signs a callback. During a rotation the agent may not know the new secret yet: until its first
 * call that was signed with the new one, the old one signs.
 */
export async function getSigningSecret(
  reader: Reader,
  site: { id: number; apiKey: string },
): Promise<string> {
  const rows = await reader.siteSigningSecret.findMany({
    where: { siteId: site.id, isPairing: false, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
    orderBy: { id: "desc" },
    select: { secretSealed: true, firstUsedAt: true },
  });
  const row = rows.find((secret) => secret.firstUsedAt !== null) ?? rows.at(-1);
  if (!row) throw new Error(`Site ${site.id} has no signing secret`);
  return openSiteSecret(site.apiKey, row.secretSealed);
}

const overlapSeconds = 24 * 3600;

/** C49: what is good now is so for another day; what an earlier rotation left ends now. */
export async function expireSecrets(tx: Tx, siteId: number): Promise<void> {
  await tx.siteSigningSecret.updateMany({
    where: { siteId, isPairing: false, expiresAt: { gt: now() } },
    data: { expiresAt: now() },
  });
  await tx.siteSigningSecret.updateMany({
    where: { siteId, expiresAt: null },
    data: { expiresAt: secondsFromNow(overlapSeconds) },
  });
}
