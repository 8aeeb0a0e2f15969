import { inTransaction } from "../../../db/transaction";
import { raiseAlert } from "../../../notifications/alerts/raise-alert";
import { markOldTexts } from "../../sql/living";

export const oldTextAlertKey = (skuId: number) => `stock.text_old:${skuId}`;

/** Tells the operator of each text that was not changed for as long as its option says. */
export async function remindOfOldTexts(): Promise<void> {
  await inTransaction(async (tx) => {
    for (const { skuId, name, title, days } of await markOldTexts(tx))
      await raiseAlert(tx, {
        kind: "stock.text_old",
        data: { title, sku: name, days },
        reference: `sku:${skuId}`,
        dedupeKey: oldTextAlertKey(skuId),
      });
  });
}
