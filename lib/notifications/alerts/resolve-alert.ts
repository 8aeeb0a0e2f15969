import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import type { Locale } from "../../core/locale";
import { refusal } from "../../core/refusals/refusal";
import { inTransaction, type Tx } from "../../db/transaction";
import { toAlertRow } from "../view";
import { alertArea } from "./alert-texts";

/** Alerts of these kinds last as long as their cause. The code that raises them also ends them; nobody resolves them by hand. */
const standingKinds = [
  "test_gateway.public",
  "payment_channel.none",
  // An act on the order settles these, and the time line keeps it.
  "order.problem",
  "payment.disputed",
];
export const endsByItself = (kind: string): boolean => standingKinds.includes(kind);

interface Reader {
  /** Areas that the caller may write. */
  areas: readonly string[];
  locale: Locale;
}

async function findWritable(tx: Tx, alertId: number, areas: readonly string[]) {
  const known = await tx.alert.findUnique({
    where: { id: alertId },
    select: { kind: true, resolvedAt: true },
  });
  if (!known) throw notFound("alert");
  const area = alertArea(known.kind);
  if (!areas.includes(area))
    throw new AppError("forbidden", refusal("role_area", { permission: `${area}:write` }));
  return known;
}

/** @throws AppError `not_found`, `forbidden` */
export async function resolveAlert(
  actor: AdminActor,
  alertId: number,
  { areas, locale }: Reader,
  client: ClientInfo,
) {
  return inTransaction(async (tx) => {
    const known = await findWritable(tx, alertId, areas);
    if (known.resolvedAt === null && endsByItself(known.kind))
      throw new AppError("state_conflict", "alert_ends_itself");
    const { count } = await tx.alert.updateMany({
      where: { id: alertId, resolvedAt: null },
      data: { resolvedAt: now() },
    });
    const row = await tx.alert.findUniqueOrThrow({ where: { id: alertId } });
    if (count === 1)
      await recordAudit(tx, actor, client, {
        action: "alert.resolve",
        target: `alert:${alertId}`,
        data: { kind: row.kind },
      });
    return toAlertRow(row, locale);
  });
}

/** Takes back that it was called done. @throws AppError `not_found`, `forbidden` */
export async function reopenAlert(
  actor: AdminActor,
  alertId: number,
  { areas, locale }: Reader,
  client: ClientInfo,
) {
  return inTransaction(async (tx) => {
    await findWritable(tx, alertId, areas);
    const { count } = await tx.alert.updateMany({
      where: { id: alertId, resolvedAt: { not: null } },
      data: { resolvedAt: null },
    });
    const row = await tx.alert.findUniqueOrThrow({ where: { id: alertId } });
    if (count === 1)
      await recordAudit(tx, actor, client, {
        action: "alert.reopen",
        target: `alert:${alertId}`,
        data: { kind: row.kind },
      });
    return toAlertRow(row, locale);
  });
}
