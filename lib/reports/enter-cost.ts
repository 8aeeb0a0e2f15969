import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { formatMoney } from "../core/money";
import { inTransaction } from "../db/transaction";
import { getSettings } from "../settings/queries";
import type { EnterCostBody } from "./schema";
import { fillMissingCost } from "./sql/enter-cost";

/**
 * Enters what an option costs where nobody had: for what was sold without a cost, and for the option itself. A cost that is there
 * stays, in both. @throws AppError `not_found`
 */
export async function enterCost(
  actor: AdminActor,
  client: ClientInfo,
  { sku_id: skuId, cost }: EnterCostBody,
): Promise<{ lines: number }> {
  const { currency } = await getSettings();
  return inTransaction(async (tx) => {
    const { count } = await tx.sku.updateMany({
      where: { id: skuId, costCents: null },
      data: { costCents: cost, updatedAt: now() },
    });
    const lines = await fillMissingCost(tx, { skuId, cents: cost, currency });
    if (count === 0 && lines === 0) throw notFound("product_variant");
    await recordAudit(tx, actor, client, {
      action: "sku.enter_cost",
      target: `sku:${skuId}`,
      data: { cost: formatMoney(cost), lines },
    });
    return { lines };
  });
}
