import type { AdminActor, ClientInfo } from "../../acts/actor";
import { requirePermission } from "../../acts/permissions";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { nameAmount } from "../../core/money";
import { refusal } from "../../core/refusals/refusal";
import { toMoney } from "../../core/wire";
import { inTransaction, type Tx } from "../../db/transaction";
import { lockMoneyRequest } from "../sql/health";
import { describeAct, performAct, permissionsOfAct } from "./money-acts";
import { type MoneyRequestBody, moneyRequestBody } from "./money-request-schema";
import { moveMoneyRequest } from "./move-money-request";

/** The request, locked: two who decide at once take turns. */
async function lockRequest(tx: Tx, id: number) {
  if (!(await lockMoneyRequest(tx, id))) throw notFound("money_request");
  const row = await tx.moneyRequest.findUniqueOrThrow({ where: { id }, include: { requestedBy: true } });
  const body = moneyRequestBody.parse(row.body);
  const facts = { kind: row.kind, reference: row.reference, amount: toMoney(row.amountCents) };
  return { row, body, facts };
}

/**
 * Computes the act anew, under the locks of what it is done to: the second person approved the sum that the request shows.
 * @throws AppError `state_conflict`
 */
async function requireSameAct(
  tx: Tx,
  body: MoneyRequestBody,
  approved: { amountCents: bigint; currency: string; reference: string },
): Promise<void> {
  const due = await describeAct(tx, body);
  const isSame =
    due.amountCents === approved.amountCents &&
    due.currency === approved.currency &&
    due.reference === approved.reference;
  if (isSame) return;
  const shown = ({ amountCents, currency }: { amountCents: bigint; currency: string }) =>
    nameAmount(toMoney(amountCents), currency);
  throw new AppError(
    "state_conflict",
    refusal("money_request_changed", { asked: shown(approved), due: shown(due) }),
  );
}

const closed = () => new AppError("state_conflict", "money_request_closed");

/**
 * Does what was asked for, as the second person, in the transaction that closes the request. It counts against the limits of who
 * approves, so two people with small limits cannot lift each other above them.
 * @throws AppError `forbidden`, `not_found`, `state_conflict`, and what the act itself refuses: the request then waits on
 */
export async function approveMoneyRequest(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  const follow = await inTransaction(async (tx) => {
    const { row, body, facts } = await lockRequest(tx, id);
    if (row.requestedById === actor.staffId) throw new AppError("forbidden", "own_money_request");
    requirePermission(actor, ...permissionsOfAct(body.kind));
    if (!(await moveMoneyRequest(tx, id, { to: "done", by: actor.staffId }))) throw closed();
    await requireSameAct(tx, body, row);
    const next = await performAct(tx, actor, client, body);
    await recordAudit(tx, actor, client, {
      action: "money.approve",
      target: `money_request:${id}`,
      data: { ...facts, asked_by: row.requestedBy.email },
    });
    return next;
  });
  await follow();
  return { id };
}

/** @throws AppError `forbidden`, `not_found`, `state_conflict` */
export async function rejectMoneyRequest(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  note: string,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const { row, body, facts } = await lockRequest(tx, id);
    if (row.requestedById === actor.staffId) throw new AppError("forbidden", "own_money_request");
    requirePermission(actor, ...permissionsOfAct(body.kind));
    if (!(await moveMoneyRequest(tx, id, { to: "rejected", by: actor.staffId, note }))) throw closed();
    await recordAudit(tx, actor, client, {
      action: "money.reject",
      target: `money_request:${id}`,
      data: { ...facts, note },
    });
    return { id };
  });
}

/** Taken back by who asked. @throws AppError `forbidden`, `not_found`, `state_conflict` */
export async function withdrawMoneyRequest(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const { row, facts } = await lockRequest(tx, id);
    if (row.requestedById !== actor.staffId) throw new AppError("forbidden", "foreign_money_request");
    if (!(await moveMoneyRequest(tx, id, { to: "withdrawn", by: actor.staffId }))) throw closed();
    await recordAudit(tx, actor, client, {
      action: "money.withdraw",
      target: `money_request:${id}`,
      data: facts,
    });
    return { id };
  });
}
