import { now } from "../../core/clock";
import type { Cents } from "../../core/money";
import { sourcesIn } from "../../core/shapes/moves";
import type { Tx } from "../../db/transaction";
import { giftCardMoves } from "../state";

// The only two writers of a gift card's status: conditional updates along the table of lib/wallet/state.ts.

/** @returns null when the code is unknown, or the card is used, disabled or expired. */
export async function redeemCard(
  tx: Tx,
  codeHash: Uint8Array<ArrayBuffer>,
  userId: number,
): Promise<{ id: number; amountCents: Cents } | null> {
  const at = now();
  const [card] = await tx.giftCard.updateManyAndReturn({
    where: {
      codeHash,
      status: { in: sourcesIn(giftCardMoves, "redeemed") },
      OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
    },
    data: { status: "redeemed", redeemedById: userId, redeemedAt: at },
    select: { id: true, amountCents: true },
  });
  return card ?? null;
}

/** Switches cards off. @returns how many could still be redeemed */
export async function disableCards(tx: Tx, cards: { batchId: number; id?: number }): Promise<number> {
  const { count } = await tx.giftCard.updateMany({
    where: { ...cards, status: { in: sourcesIn(giftCardMoves, "disabled") } },
    data: { status: "disabled" },
  });
  return count;
}
