import type { AdminActor, ClientInfo } from "../../acts/actor";
import { requirePermission } from "../../acts/permissions";
import { recordAudit } from "../../acts/record-audit";
import { addSeconds, now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { formatMoney, nameAmount } from "../../core/money";
import { toMoney } from "../../core/wire";
import { inTransaction } from "../../db/transaction";
import { recordOperatorEvent } from "../../notifications/outbound/record-operator-event";
import { insertMoneyRequest } from "../sql/health";
import { describeAct, permissionsOfAct } from "./money-acts";
import type { MoneyRequestBody } from "./money-request-schema";
import { closeExpiredRequest } from "./move-money-request";

const openSeconds = 3 * 24 * 60 * 60;

/** As it came over the wire, to be read again by the same schema. */
const toWireText = (body: MoneyRequestBody): string =>
  JSON.stringify(body, (_name, value: unknown) => (typeof value === "bigint" ? formatMoney(value) : value));

/**
 * Puts an act that its staff may not do alone before a second person. The same one again is the request that waits.
 * @throws AppError `forbidden`, `not_found`, `malformed`
 */
export async function askForMoney(
  actor: AdminActor,
  client: ClientInfo,
  body: MoneyRequestBody,
): Promise<{ id: number }> {
  requirePermission(actor, ...permissionsOfAct(body.kind));
  return inTransaction(async (tx) => {
    const { key, amountCents, currency, reference } = await describeAct(tx, body);
    if (amountCents <= 0n) throw new AppError("malformed", "above_zero", { field: "amount" });
    await closeExpiredRequest(tx, key);
    const createdAt = now();
    const id = await insertMoneyRequest(tx, {
      key,
      kind: body.kind,
      body: toWireText(body),
      amountCents,
      currency,
      reference,
      requestedById: actor.staffId,
      createdAt,
      expiresAt: addSeconds(createdAt, openSeconds),
    });
    if (id === null) {
      const waiting = await tx.moneyRequest.findFirstOrThrow({
        where: { key, status: "pending" },
        select: { id: true },
      });
      return waiting;
    }
    await recordAudit(tx, actor, client, {
      action: "money.ask",
      target: `money_request:${id}`,
      data: { kind: body.kind, reference, amount: toMoney(amountCents) },
    });
    await recordOperatorEvent(tx, {
      kind: "money_request",
      data: { amount: nameAmount(toMoney(amountCents), currency), asker: actor.email, about: reference },
      dedupeKey: `money_request:${id}`,
      reference: `money_request:${id}`,
    });
    return { id };
  });
}
