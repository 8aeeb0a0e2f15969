import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { csvWriter } from "../../core/formats/csv";
import { writeShopAmount } from "../../core/money";
import { toMoney, toTimeOrNull } from "../../core/wire";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { openGiftCardCode } from "./gift-card-code";

const columns = { code: "text", amount: "number", expires_at: "time", no: "number" } as const;

/** The active codes of a batch as CSV; the reading is recorded in the audit log. */
export async function exportGiftCards(
  actor: AdminActor,
  client: ClientInfo,
  batchId: number,
): Promise<string> {
  const { timeZone } = await getSettings();
  const { heading, line } = csvWriter(columns, timeZone);
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
    const rows = cards.map((card) => {
      const cells = {
        code: openGiftCardCode(card.codeSealed, card.codeHash),
        amount: writeShopAmount(toMoney(card.amountCents)),
        expires_at: toTimeOrNull(card.expiresAt),
        no: card.id,
      };
      return line((column) => cells[column]);
    });
    return heading + rows.join("");
  });
}
