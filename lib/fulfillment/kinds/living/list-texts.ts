import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { requireOption } from "../../../catalogue/require-option";
import { notFound } from "../../../core/errors";
import { toTime } from "../../../core/wire";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { countReaders } from "../../sql/living";
import type { LivingTextList } from "./schema";
import { openLivingText } from "./seal-text";

const shown = 100;

/** When an option's text said something else: the newest first, without what it said. @throws AppError `not_found` */
export async function listTexts(skuId: number): Promise<LivingTextList> {
  await requireOption(skuId);
  const [rows, readers] = await Promise.all([
    db().livingText.findMany({ where: { skuId }, orderBy: { number: "desc" }, take: shown }),
    countReaders(db(), skuId),
  ]);
  return {
    readers,
    versions: rows.map(({ number, note, createdBy, createdAt }, index) => {
      const next = rows[index - 1];
      return {
        number,
        note,
        created_by: createdBy.replace(/^staff:/, ""),
        created_at: toTime(createdAt),
        replaced_at: next ? toTime(next.createdAt) : null,
      };
    }),
  };
}

/** Shows staff the text of that time; the audit log keeps that it was shown. @throws AppError `not_found` */
export async function revealText(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  number: number,
): Promise<{ content: string }> {
  return inTransaction(async (tx) => {
    const row = await tx.livingText.findUnique({
      where: { skuId_number: { skuId, number } },
      omit: { contentSealed: false },
    });
    if (!row) throw notFound("text");
    await recordAudit(tx, actor, client, {
      action: "sku.reveal_living_text",
      target: `sku:${skuId}`,
      data: { number },
    });
    return { content: openLivingText(skuId, number, row.contentSealed) };
  });
}
