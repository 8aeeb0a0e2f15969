import { addSeconds, now } from "../../../core/clock";
import { problem } from "../../../core/refusals/refusal";
import type { Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import type { AddedFulfiller, DeliverableItem, Outcome } from "../../fulfiller";
import { settingsOf } from "../../read-settings";
import { insertAccess, unfreezeAccess } from "../../sql/living";
import { type LivingSettings, livingSettings } from "./schema";
import { viewAccess } from "./view-access";

const daySeconds = 24 * 60 * 60;

/** The earlier one of both limits. */
function endOf({ days, until }: LivingSettings): Date | null {
  const ends = [
    ...(days === null ? [] : [addSeconds(now(), days * daySeconds)]),
    ...(until === null ? [] : [until]),
  ];
  return ends.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** Jobs about one text: what is asked for twice is done once. */
export const tellReaders = (tx: Tx, skuId: number) =>
  enqueue(tx, "living.tell", { skuId }, { jobKey: `living.tell:${skuId}`, queue: `living:${skuId}` });

/** Opens the text to an item's buyer until then; null: without end. */
export async function giveAccess(
  tx: Tx,
  { skuId, fulfillmentId }: DeliverableItem,
  endsAt: Date | null,
): Promise<Outcome> {
  const newest = await tx.livingText.findFirst({
    where: { skuId },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  if (!newest) return { failure: problem("option_without_living_text") };
  if (endsAt && endsAt <= now()) return { failure: problem("access_over") };
  await insertAccess(tx, { fulfillmentId, skuId, endsAt, toldNumber: newest.number });
  return { content: null };
}

/**
 * One text for all buyers, which changes: each reads what it says now, as long as their access lasts. Agents get it in the
 * payload, and each change as a changed secret.
 */
export const living: AddedFulfiller = {
  code: "living",
  isText: true,
  settings: livingSettings,
  fields: [
    { key: "days", kind: "number", required: false, initial: null, min: 1, max: 3650 },
    { key: "until", kind: "time", required: false, initial: null },
    { key: "remind_days", kind: "number", required: false, initial: null, min: 1, max: 3650 },
    { key: "mail_minutes", kind: "number", required: true, initial: 60, min: 1, max: 10_080 },
  ],
  async deliver(tx, item) {
    const { skuId: id } = item;
    const sku = await tx.sku.findUnique({ where: { id }, select: { fulfillerSettings: true } });
    return giveAccess(tx, item, endOf(livingSettings.parse(settingsOf(sku?.fulfillerSettings, "living"))));
  },
  async revoke(tx, { fulfillmentId }) {
    await tx.livingAccess.updateMany({
      where: { fulfillmentId, revokedAt: null },
      data: { revokedAt: now() },
    });
  },
  async freeze(tx, { fulfillmentId, skuId }, isFrozen) {
    if (isFrozen) {
      await tx.livingAccess.updateMany({
        where: { fulfillmentId, frozenAt: null },
        data: { frozenAt: now() },
      });
      return;
    }
    await unfreezeAccess(tx, fulfillmentId);
    // Tells readers of changes that were made meanwhile.
    await tellReaders(tx, skuId);
  },
  view: viewAccess,
};
