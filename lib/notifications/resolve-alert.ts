import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { inTransaction } from "../db/transaction";
import type { WriteAudit } from "./types";
import { toAlertRow } from "./view";

/** They say that something is wrong as long as it is, and are ended by whoever raises them. */
const standingKinds = ["test_gateway.public"];

export async function resolveAlert(alertId: number, audit: WriteAudit) {
  return inTransaction(async (tx) => {
    const standing = await tx.alert.findFirst({
      where: { id: alertId, resolvedAt: null, kind: { in: standingKinds } },
    });
    if (standing)
      throw new AppError("state_conflict", "This alert ends by itself when the configuration is changed");
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
