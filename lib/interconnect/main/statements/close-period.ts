import { type AdminActor, actorName, type ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { formatMoney, sumCents, writeCents } from "../../../core/money";
import { refusal } from "../../../core/refusals/refusal";
import { toTime } from "../../../core/wire";
import { inTransaction, type Tx } from "../../../db/transaction";
import { recordEvent } from "../../../orders/record-event";
import { moveRefund } from "../../../payments/refunds/move-refund";
import { getSettings } from "../../../settings/queries";
import { postTransfer } from "../../../wallet/post-transfer";
import { lockSite } from "../sql/sites";
import { insertOrderLines, lockOpenRefunds, type OpenPeriod } from "../sql/statements";
import { findPeriodStart } from "./read-account";
import type { ClosePeriod, StatementView } from "./schema";
import { toStatement } from "./statement-view";

/** @throws AppError `malformed` of an end in the future, `state_conflict` of one that is closed, or while a mismatch is open */
async function beginPeriod(tx: Tx, siteId: number, to: Date): Promise<Date> {
  if (!(await lockSite(tx, siteId))) throw notFound("site");
  if (to > now()) throw new AppError("malformed", "period_future", { field: "to" });
  const from = await findPeriodStart(tx, siteId);
  if (to <= from) throw new AppError("state_conflict", refusal("period_closed", { until: toTime(from) }));
  const open = await tx.siteMismatch.count({ where: { siteId, resolvedAt: null } });
  if (open > 0) throw new AppError("state_conflict", refusal("mismatches_open", { count: open }));
  return from;
}

/** The refunds that wait to be paid back outside are credited, and wait no more. */
async function creditRefunds(tx: Tx, actor: AdminActor, statementId: number, period: OpenPeriod) {
  const credited: { id: number; orderId: number; amountCents: bigint }[] = [];
  for (const refund of await lockOpenRefunds(tx, period)) {
    if (!(await moveRefund(tx, refund.refundNo, { to: "done" }))) continue;
    await recordEvent(tx, {
      orderId: refund.orderId,
      kind: "refund_paid",
      actor: actorName(actor),
      data: { amount: formatMoney(refund.amountCents) },
    });
    credited.push(refund);
  }
  await tx.siteStatementLine.createMany({
    data: credited.map(({ id, orderId, amountCents }) => ({
      statementId,
      orderId,
      refundId: id,
      amountCents: -amountCents,
    })),
  });
  return { count: credited.length, cents: sumCents(credited.map(({ amountCents }) => amountCents)) };
}

/**
 * Closes an agent's account up to a moment: what was booked on account until then, less the refunds that wait to be paid back,
 * becomes one statement, and its sum what the agent owes. Each order and each refund is on one statement at most, so what was
 * booked late is on the next one. Two closings of one agent take turns at its row.
 * @throws AppError `not_found`, `malformed`, `state_conflict`
 */
export async function closePeriod(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  body: ClosePeriod,
): Promise<StatementView> {
  const { currency } = await getSettings();
  return inTransaction((tx) =>
    closePeriodIn(tx, actor, client, { siteId, currency, to: body.to }, body.amount),
  );
}

async function closePeriodIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  period: OpenPeriod,
  amount: string,
): Promise<StatementView> {
  const { siteId, currency, to } = period;
  const from = await beginPeriod(tx, siteId, to);
  const at = now();
  const { id } = await tx.siteStatement.create({
    data: { siteId, periodFrom: from, periodTo: to, currency, closedById: actor.staffId, closedAt: at },
    select: { id: true },
  });
  await insertOrderLines(tx, id, period);
  const ordered = await tx.siteStatementLine.aggregate({
    where: { statementId: id },
    _sum: { amountCents: true },
    _count: true,
  });
  const orderedCents = ordered._sum.amountCents ?? 0n;
  const refunds = await creditRefunds(tx, actor, id, period);
  const amountCents = orderedCents - refunds.cents;
  if (formatMoney(amountCents) !== amount) {
    const seen = refusal("account_changed", { amount: writeCents(amountCents, currency) });
    throw new AppError("state_conflict", seen, { field: "amount" });
  }
  const row = await tx.siteStatement.update({
    where: { id },
    data: {
      orderCount: ordered._count,
      orderedCents,
      refundCount: refunds.count,
      refundedCents: refunds.cents,
      amountCents,
      ...(amountCents === 0n ? { settledAt: at, settledById: actor.staffId } : {}),
    },
  });
  if (amountCents !== 0n) {
    await postTransfer(tx, {
      type: "site_statement",
      reasonKey: `site_statement:${id}`,
      reference: `statement:${id}`,
      createdById: actor.staffId,
      currency,
      entries: [
        { account: { kind: "site_account", siteId }, amountCents: -amountCents },
        { account: { kind: "shop_clearing" }, amountCents },
      ],
    });
  }
  await recordAudit(tx, actor, client, {
    action: "site.close_period",
    target: `site:${siteId}`,
    data: { statement: id, to: toTime(to), amount },
  });
  return { ...toStatement(row), note: row.note };
}
