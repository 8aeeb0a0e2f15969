import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { failpoint } from "../../core/process/failpoint";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { livingSettings } from "../../fulfillment/kinds/living/schema";
import { settingsOf } from "../../fulfillment/read-settings";
import { countWaitingMails } from "../../fulfillment/sql/bulk-mails";
import { lockUntold, tellUntold } from "../sql/living";

const slice = 200;

/**
 * Tells everybody who may read an option's living text that it was changed, each once a text, in slices that lock few orders
 * for a short time. Killed in between, it goes on with those that were not told.
 */
export async function tellReadersOfText(skuId: number): Promise<void> {
  const [newest, sku] = await Promise.all([
    db().livingText.findFirst({ where: { skuId }, orderBy: { number: "desc" }, select: { number: true } }),
    db().sku.findUnique({ where: { id: skuId }, select: { fulfillerSettings: true } }),
  ]);
  if (!newest) return;
  const { mail_minutes: pauseMinutes } = livingSettings.parse(settingsOf(sku?.fulfillerSettings, "living"));
  const perMinute = getConfig().mail.bulkPerMinute;
  let after = 0;
  let before = await countWaitingMails(db(), now(), perMinute);
  for (;;) {
    const due = await inTransaction(async (tx) => {
      const at = now();
      const { number } = newest;
      const found = await lockUntold(tx, { skuId, number, after, limit: slice, at });
      if (found.length > 0)
        await tellUntold(tx, { skuId, due: found, number, at, before, perMinute, pauseMinutes });
      failpoint("before-commit");
      return found;
    });
    const last = due.at(-1);
    if (!last) return;
    after = last.orderId;
    before += due.filter(({ isSite }) => !isSite).length;
  }
}
