import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import type { ConnectionView } from "./admin/schema";
import { getConnection } from "./admin-queries";
import { judgeRate, ratePair } from "./judge-rate";
import { mirrorSkus } from "./mirror-skus";
import { lockConnection } from "./sql/connections";

/** Sets the value of a unit of the main site's currency here: also 1, when somebody says so. */
export async function setRate(
  actor: AdminActor,
  client: ClientInfo,
  connectionId: number,
  rate: string,
): Promise<ConnectionView> {
  const { currency: shop } = await getSettings();
  await inTransaction(async (tx) => {
    await lockConnection(tx, connectionId);
    const row = await tx.connection.findUnique({ where: { id: connectionId } });
    if (!row) throw notFound("connection");
    const rateFor = row.currency === null ? null : ratePair(row.currency, shop);
    await tx.connection.update({ where: { id: connectionId }, data: { rate, rateFor } });
    await judgeRate(tx, connectionId, shop);
    await mirrorSkus(tx, { connectionId });
    await recordAudit(tx, actor, client, {
      action: "connection.rate",
      target: `connection:${connectionId}`,
      data: { rate, rateFor },
    });
  });
  return getConnection(connectionId);
}
