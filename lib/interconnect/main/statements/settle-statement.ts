import { spendMoneyLimit } from "../../../accounts/staff/roles/money-limit";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { formatMoney } from "../../../core/money";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { postTransfer } from "../../../wallet/post-transfer";
import type { AccountRef } from "../../../wallet/types";
import { releaseByDeposit } from "../release-held-orders";
import type { SettleStatement, StatementView } from "./schema";
import { toStatement } from "./statement-view";

/**
 * The one booking that ends what a closed period left owing: money that came in outside, or the agent's deposit. A sum below
 * zero goes the other way. The statement's row decides: of two at once one books.
 * @throws AppError `not_found`, `state_conflict` of a settled one, `insufficient_balance`, `forbidden` above a limit
 */
export async function settleStatement(
  actor: AdminActor,
  client: ClientInfo,
  { siteId, statementId }: { siteId: number; statementId: number },
  body: SettleStatement,
): Promise<StatementView> {
  await inTransaction((tx) => settleStatementIn(tx, actor, client, { siteId, statementId }, body));
  const row = await db().siteStatement.findUniqueOrThrow({ where: { id: statementId } });
  if (body.from === "deposit" && row.amountCents < 0n) await releaseByDeposit(siteId);
  return { ...toStatement(row), note: row.note };
}

/** The booking alone; held orders that a credited deposit covers are released after the commit. */
export async function settleStatementIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  { siteId, statementId }: { siteId: number; statementId: number },
  { from, note }: SettleStatement,
): Promise<void> {
  const { count } = await tx.siteStatement.updateMany({
    where: { id: statementId, siteId, settledAt: null },
    data: { settledAt: now(), settledById: actor.staffId, settledFrom: from, note: note || null },
  });
  const row = await tx.siteStatement.findFirst({ where: { id: statementId, siteId } });
  if (!row) throw notFound("statement");
  if (count === 0) throw new AppError("state_conflict", "statement_settled");
  const { amountCents, currency } = row;
  await spendMoneyLimit(tx, actor, amountCents < 0n ? -amountCents : amountCents);
  const payer: AccountRef = from === "deposit" ? { kind: "site_deposit", siteId } : { kind: "shop_clearing" };
  await postTransfer(tx, {
    type: "site_settlement",
    reasonKey: `site_settlement:${statementId}`,
    reference: `statement:${statementId}`,
    ...(note ? { remark: note } : {}),
    createdById: actor.staffId,
    currency,
    entries: [
      { account: payer, amountCents: -amountCents },
      { account: { kind: "site_account", siteId }, amountCents },
    ],
  });
  await recordAudit(tx, actor, client, {
    action: "site.settle_statement",
    target: `site:${siteId}`,
    data: { statement: statementId, from, amount: formatMoney(amountCents), note },
  });
}

/** Describes the settlement that a second person is asked to approve. @throws AppError `not_found` */
export async function describeSettlement(tx: Tx, siteId: number, statementId: number) {
  const row = await tx.siteStatement.findFirst({
    where: { id: statementId, siteId },
    select: { amountCents: true, currency: true },
  });
  if (!row) throw notFound("statement");
  const { amountCents, currency } = row;
  return { amountCents: amountCents < 0n ? -amountCents : amountCents, currency };
}
