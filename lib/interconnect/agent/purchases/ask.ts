import type { Problem } from "../../../core/refusals/refusal";
import type { Tx } from "../../../db/transaction";
import type { KeptAlertData } from "../../../notifications/alerts/alert-texts";
import { raiseAlert } from "../../../notifications/alerts/raise-alert";
import type { LockedPurchase } from "./move";

/** Every order that was placed at the main site for this item, as both sites call it. */
async function placedOrders(tx: Tx, orderItemId: number): Promise<string> {
  const placed = await tx.purchase.findMany({
    where: { orderItemId, upstreamOrderNo: { not: null } },
    orderBy: { id: "asc" },
    select: { downstreamOrderNo: true, upstreamOrderNo: true },
  });
  return placed
    .map(({ downstreamOrderNo, upstreamOrderNo }) => `${downstreamOrderNo} (${upstreamOrderNo})`)
    .join(", ");
}

export const alertOf = (tx: Tx, kind: string, purchase: LockedPurchase, data: KeptAlertData = {}) =>
  raiseAlert(tx, {
    kind,
    data: { title: purchase.title, orderNo: purchase.downstreamOrderNo, ...data },
    reference: purchase.downstreamOrderNo,
  });

/** Names each order, because money may have gone for any of them. */
export const alertNamingOrders = async (tx: Tx, kind: string, purchase: LockedPurchase, reason: Problem) =>
  alertOf(tx, kind, purchase, { reason, orders: await placedOrders(tx, purchase.orderItemId) });
