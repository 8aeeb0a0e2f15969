import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { secondsFromNow } from "../../core/clock";
import { notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import type { ConnectionView, UpdateConnection } from "./admin/schema";
import { getConnection } from "./admin-queries";
import { readBaseUrl } from "./connection-rules";
import { sealConnectionSecret } from "./connection-secret";
import { judgeRate, ratePair } from "./judge-rate";
import { mirrorSkus } from "./mirror-skus";
import { lockConnection } from "./sql/connections";

const overlapSeconds = 24 * 3600;

/** Changes what is named. A new rule recalculates all prices at once; switching off takes the stock off sale. */
export async function updateConnection(
  actor: AdminActor,
  client: ClientInfo,
  connectionId: number,
  { seen, ...input }: UpdateConnection,
): Promise<ConnectionView> {
  const baseUrl = input.base_url === undefined ? undefined : readBaseUrl(input.base_url);
  const { currency: shop } = await getSettings();
  await inTransaction(async (tx) => {
    await lockConnection(tx, connectionId);
    const row = await tx.connection.findUnique({
      where: { id: connectionId },
      omit: { secretSealed: false },
    });
    if (!row) throw notFound("connection");
    if (seen) requireUnchanged(await getConnection(connectionId, tx), seen);
    await tx.connection.update({
      where: { id: connectionId },
      data: {
        name: input.name,
        baseUrl,
        status: input.status,
        rate: input.rate,
        ...(input.rate === undefined || row.currency === null
          ? {}
          : { rateFor: ratePair(row.currency, shop) }),
        markupBps: input.markup_bps,
        fixedCents: input.fixed,
        roundToCents: input.round_to,
        syncMinutes: input.sync_minutes,
        sharesBuyerEmail: input.shares_buyer_email,
        ...(input.secret === undefined
          ? {}
          : {
              secretSealed: sealConnectionSecret(row.apiKey, input.secret),
              previousSecretSealed: row.secretSealed,
              previousSecretExpiresAt: secondsFromNow(overlapSeconds),
            }),
      },
    });
    await judgeRate(tx, connectionId, shop);
    await mirrorSkus(tx, { connectionId });
    const { secret, fixed, round_to, ...shown } = input;
    await recordAudit(tx, actor, client, {
      action: "connection.update",
      target: `connection:${connectionId}`,
      data: {
        ...JSON.parse(JSON.stringify(shown)),
        ...(fixed === undefined ? {} : { fixed: String(fixed) }),
        ...(round_to === undefined ? {} : { round_to: String(round_to) }),
        has_new_secret: secret !== undefined,
      },
    });
  });
  return getConnection(connectionId);
}
