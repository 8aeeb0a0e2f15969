import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { notFound } from "../core/errors";
import { writeShopAmount } from "../core/money";
import { toMoney, toTimeOrNull } from "../core/wire";
import { inTransaction } from "../db/transaction";
import { openGiftCardCode } from "./gift-card-code";

/** The active codes of a batch as CSV; the reading is recorded in the audit log. */
export async function exportGiftCards(
  actor: AdminActor,
  client: ClientInfo,
  batchId: number,
): Promise<string> {
  return inTransaction(async (tx) => {
    const batch = await tx.giftCardBatch.findUnique({ where: { id: batchId } });
    if (!batch) throw notFound("gift_card_batch");
    const cards = await tx.giftCard.findMany({
      where: { batchId, status: "active" },
      orderBy: { id: "asc" },
      omit: { codeSealed: false, codeHash: false },
    });
    await recordAudit(tx, actor, client, {
      action: "gift_cards.export",
      target: `gift_card_batch:${batchId}`,
      data: { count: cards.length },
    });
    const rows = cards.map((card) =>
      [
        openGiftCardCode(card.codeSealed, card.codeHash),
        writeShopAmount(toMoney(card.amountCents)),
        toTimeOrNull(card.expiresAt) ?? "",
        card.id,
      ].join(","),
    );
    return `${["code,amount,expires_at,no", ...rows].join("\r\n")}\r\n`;
  });
}
