import { db } from "../../db/client";
import { isTransient } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { findStockFulfiller } from "../../fulfillment/find-fulfiller";
import type { NewOrder } from "../sql/insert-order";
import { insertOrderWithReservation } from "../sql/insert-reserving";
import { firstAnswerRow, type Idempotency } from "./idempotency";

/**
 * An order of one line that nothing but its stock has to move for, in one statement, which is a transaction of its own:
 * the shop's usual order and its hot path. The claim does not wait and takes nothing when it is short.
 * @returns null, with nothing changed, when it could not be done like that: the step-by-step transaction decides, and
 * reports the reason.
 */
export async function insertOrderInOneStatement(order: NewOrder, idempotency: Idempotency | null) {
  const [line, ...others] = order.quote.lines;
  if (!line || others.length > 0) return null;
  const { units } = findStockFulfiller(line);
  if (units === "elsewhere") return null;
  try {
    const item = await insertOrderWithReservation(db(), order, {
      skuId: line.skuId,
      quantity: line.quantity,
      sale: line.sale,
      isKeyed: units === "keys",
      firstAnswer: idempotency && firstAnswerRow(idempotency, order.guestToken),
    });
    return item ?? null;
  } catch (error) {
    // The key is known: the step-by-step transaction reads the first answer.
    if (isTransient(error) || isUniqueViolation(error, "idempotency_keys_pkey")) return null;
    throw error;
  }
}
