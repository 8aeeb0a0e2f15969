import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { inTransaction } from "../db/transaction";
import type { WriteAudit } from "./types";
import { toAlertRow } from "./view";

export async function resolveAlert(alertId: number, audit: WriteAudit) {
  return inTransaction(async (tx) => {
    const { count } = await tx.alert.updateMany({
      where: { id: alertId, resolvedAt: null },
      data: { resolvedAt: now() },
    });
    const row = await tx.alert.findUnique({ where: { id: alertId } });
    if (!row) throw notFound("Alert");
    if (count === 1)
      await audit(tx, { action: "alert.resolve", target: `alert:${alertId}`, data: { kind: row.kind } });
    return toAlertRow(row);
  });
}
