import { findSaleRule } from "../../../catalogue/sale-rule";
import type { Tx } from "../../../db/transaction";
import { claimSecrets } from "../../../stock/claim-secrets";
import { releaseSecrets, sellSecrets } from "../../../stock/sql/reservations";
import type { StockFulfiller } from "../../fulfiller";

const findPick = async (tx: Tx, id: number): Promise<string | null> =>
  (await tx.orderItem.findUniqueOrThrow({ where: { id }, select: { pick: true } })).pick;

/** Keys, accounts and links from the stock: one stored text for each unit, sold once. */
export const stockKey: StockFulfiller = {
  code: "stock_key",
  units: "keys",
  async reserve(tx, { id: orderItemId, skuId, quantity, sale, pick }) {
    // An order that is placed has read the rule with its prices; another try asks for today's.
    const rule = sale === undefined ? await findSaleRule(tx, skuId) : sale;
    const chosen = sale === undefined ? await findPick(tx, orderItemId) : pick;
    const claim = { skuId, orderItemId, quantity, sale: rule, pick: chosen ?? null };
    const isClaimed = await claimSecrets(tx, claim);
    return isClaimed ? { skuId, available: -quantity, reserved: quantity } : null;
  },
  async release(tx, { id, skuId }) {
    const freed = await releaseSecrets(tx, id);
    return { skuId, available: freed, reserved: -freed };
  },
  async deliver(tx, { id, quantity, fulfillmentId }) {
    const handedOver = await sellSecrets(tx, id, fulfillmentId);
    if (handedOver !== quantity)
      throw new Error(`Order item ${id} holds ${handedOver} of ${quantity} secrets`);
    // They stand in rows of their own.
    return { content: null };
  },
};
