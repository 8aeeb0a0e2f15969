import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { toMoney } from "../../core/wire";
import { inTransaction, type Tx } from "../../db/transaction";
import type { CreateGiftCardBatchBody } from "../schema";
import { hashGiftCardCode, newGiftCardCode, sealGiftCardCode } from "./gift-card-code";

const chunk = 1_000;

function makeCard(batchId: number, { amount, expires_at }: CreateGiftCardBatchBody) {
  const code = newGiftCardCode();
  const codeHash = hashGiftCardCode(code);
  return {
    batchId,
    codeHash,
    codeSealed: sealGiftCardCode(code, codeHash),
    amountCents: amount,
    expiresAt: expires_at,
    createdAt: now(),
  };
}

/** Makes a batch of cards of one value. The codes are read by export only. */
export const createGiftCardBatch = (
  actor: AdminActor,
  client: ClientInfo,
  body: CreateGiftCardBatchBody,
): Promise<{ id: number }> => inTransaction((tx) => createGiftCardBatchIn(tx, actor, client, body));

export async function createGiftCardBatchIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  body: CreateGiftCardBatchBody,
): Promise<{ id: number }> {
  const { name, amount, quantity, expires_at } = body;
  if (expires_at && expires_at <= now()) {
    throw new AppError("malformed", "in_the_future", { field: "expires_at" });
  }
  await spendMoneyLimit(tx, actor, amount * BigInt(quantity));
  const { id } = await tx.giftCardBatch.create({
    data: {
      name,
      amountCents: amount,
      quantity,
      expiresAt: expires_at,
      createdById: actor.staffId,
      createdAt: now(),
    },
    select: { id: true },
  });
  for (let made = 0; made < quantity; made += chunk) {
    const size = Math.min(chunk, quantity - made);
    await tx.giftCard.createMany({ data: Array.from({ length: size }, () => makeCard(id, body)) });
  }
  await recordAudit(tx, actor, client, {
    action: "gift_cards.create",
    target: `gift_card_batch:${id}`,
    data: { name, amount: toMoney(amount), quantity },
  });
  return { id };
}
