import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { inTransaction } from "../db/transaction";

/** The products named take the order in which they are named, within the places that they held. */
export async function reorderProducts(
  actor: AdminActor,
  client: ClientInfo,
  ids: readonly number[],
): Promise<{ changed: number }> {
  return inTransaction(async (tx) => {
    const changed = await tx.$executeRaw`
      WITH wanted AS (SELECT id, ord FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS w (id, ord)),
      places AS (
        SELECT sort_order, row_number() OVER (ORDER BY sort_order, id) AS ord FROM products WHERE id IN (SELECT id FROM wanted)),
      spread AS (
        -- Equal places would keep the old order, so each is pushed past the one before it.
        SELECT ord, max(sort_order - ord::int) OVER (ORDER BY ord) + ord::int AS sort_order FROM places)
      UPDATE products p SET sort_order = spread.sort_order, updated_at = ${now()}
      FROM (SELECT id, row_number() OVER (ORDER BY ord) AS ord FROM wanted WHERE id IN (SELECT id FROM products)) w
      JOIN spread ON spread.ord = w.ord
      WHERE p.id = w.id`;
    await recordAudit(tx, actor, client, {
      action: "product.reorder",
      target: `products:${ids.length}`,
      data: { ids: [...ids] },
    });
    return { changed };
  });
}
