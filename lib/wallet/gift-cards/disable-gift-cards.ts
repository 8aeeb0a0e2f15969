import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { disableCards } from "./move-gift-cards";

/** Switches off every card of a batch that is not redeemed, or one of them. @returns how many. */
export async function disableGiftCards(
  actor: AdminActor,
  client: ClientInfo,
  { batchId, cardId }: { batchId: number; cardId?: number },
): Promise<{ disabled: number }> {
  return inTransaction(async (tx) => {
    const cards = { batchId, ...(cardId === undefined ? {} : { id: cardId }) };
    if ((await tx.giftCard.count({ where: cards })) === 0) throw notFound("gift_card");
    const count = await disableCards(tx, cards);
    if (count === 0) throw new AppError("state_conflict", "only_active_card");
    await recordAudit(tx, actor, client, {
      action: "gift_cards.disable",
      target: cardId === undefined ? `gift_card_batch:${batchId}` : `gift_card:${cardId}`,
      data: { count },
    });
    return { disabled: count };
  });
}
