import { recordAudit } from "../acts/record-audit";
import { usableAfter } from "../catalogue/sale-rule";
import { now } from "../core/clock";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { raiseAlert } from "../notifications/alerts/raise-alert";
import { moveStock } from "./count-stock";
import { lockCounter, voidSecretsUsableUntil } from "./sql/free-secrets";

/** Takes keys off sale that are too near their use-by date, and tells the operator: a claim leaves them out before that. */
export async function voidExpiredSecrets(): Promise<void> {
  const dated = await db().sku.findMany({
    where: { hasUseBy: true },
    select: { id: true, name: true, minDaysLeft: true, product: { select: { title: true } } },
  });
  for (const { id: skuId, name, minDaysLeft, product } of dated) {
    await inTransaction(async (tx) => {
      // Two sweeps at once would share the keys, and the alert would count the part of one.
      await lockCounter(tx, skuId);
      const count = await voidSecretsUsableUntil(tx, skuId, usableAfter(minDaysLeft, now()));
      if (count === 0) return;
      await raiseAlert(tx, {
        kind: "stock.expired",
        data: { title: product.title, sku: name, count },
        reference: `sku:${skuId}`,
      });
      await recordAudit(tx, "system", null, {
        action: "stock.void",
        target: `sku:${skuId}`,
        data: { count, expired: true },
      });
      await moveStock(tx, [{ skuId, available: -count }]);
    });
  }
}
