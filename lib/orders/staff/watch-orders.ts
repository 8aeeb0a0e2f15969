import { readNotedOrNull } from "../../core/refusals/noted";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { getSettings } from "../../settings/queries";
import { findLowStock } from "../sql/order-rows";

/** A paid order that could not be delivered must not wait unseen. */
export async function reportFailure(orderId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await tx.order.findUniqueOrThrow({
      where: { id: orderId },
      select: {
        orderNo: true,
        fulfillmentStatus: true,
        items: { select: { title: true, fulfillment: { select: { failureReason: true } } } },
      },
    });
    if (order.fulfillmentStatus !== "failed") return;
    const failed = order.items.find((item) => item.fulfillment?.failureReason);
    await raiseAlert(tx, {
      kind: "order.failed",
      data: {
        orderNo: order.orderNo,
        title: failed?.title ?? "",
        reason: readNotedOrNull(failed?.fulfillment?.failureReason ?? null),
      },
      reference: order.orderNo,
      dedupeKey: `order.failed:${order.orderNo}`,
    });
  });
}

const findTogether = batchReads((orderIds: readonly number[]) => findLowStock(db(), orderIds));

/** After a sale: tells the operator which SKUs of the order are about to run out. */
export async function reportLowStock(orderId: number): Promise<void> {
  const { lowStockAlerts } = await getSettings();
  if (!lowStockAlerts) return;
  const low = (await findTogether(orderId)).filter((sku) => sku.orderId === orderId);
  if (low.length === 0) return;
  await inTransaction(async (tx) => {
    for (const { skuId, title, name, available } of low) {
      await raiseAlert(tx, {
        kind: available === 0 ? "stock.out" : "stock.low",
        data: { title, sku: name, left: available },
        reference: `sku:${skuId}`,
        dedupeKey: `stock.low:${skuId}`,
      });
    }
  });
}
