import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { inTransaction } from "../../db/transaction";
import type { PairSite, SiteView } from "./admin/schema";
import { getSite } from "./admin-queries";
import { addPairingCode, type NewPairingCode } from "./pairing";
import { checkSite, newSiteKey, newSiteSecret } from "./site-rules";
import { sealSiteSecret } from "./site-secrets";
import { addTestKey } from "./test-key/test-keys";

/**
 * The pairing code, the key and the secret are shown in this answer and never again (C49). The callback address gets no ping yet: its
 * program cannot know the secret. @throws AppError `malformed` */
export async function pairSite(
  actor: AdminActor,
  client: ClientInfo,
  input: PairSite,
): Promise<
  { site: SiteView; key: string; secret: string; test_key: string; test_secret: string } & NewPairingCode
> {
  const key = newSiteKey();
  const secret = newSiteSecret();
  const { siteId, code, test } = await inTransaction(async (tx) => {
    await checkSite(tx, input);
    const { id } = await tx.site.create({
      data: {
        name: input.name,
        apiKey: key,
        callbackUrl: input.callback_url,
        settlementMode: input.settlement_mode,
        memberLevelId: input.member_level_id,
        ipAllowList: input.ip_allow_list,
        ratePerMinute: input.rate_per_minute,
        depositAlertCents: input.deposit_alert,
        pricesChangedAt: now(),
        createdAt: now(),
        // Nobody else knows this secret: callbacks may use it from the first moment.
        signingSecrets: {
          create: { secretSealed: sealSiteSecret(key, secret), firstUsedAt: now(), createdAt: now() },
        },
      },
      select: { id: true },
    });
    await recordAudit(tx, actor, client, {
      action: "site.pair",
      target: `site:${id}`,
      data: { name: input.name },
    });
    const test = await addTestKey(tx, id);
    return { siteId: id, test, code: await addPairingCode(tx, { id, apiKey: key }) };
  });
  const site = await getSite(siteId);
  return { site, key, secret, test_key: test.key, test_secret: test.secret, ...code };
}
