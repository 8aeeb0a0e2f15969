import { inTransaction, type Tx } from "../db/transaction";
import type { AdminActor, ClientInfo } from "./actor";
import type { AuditAction } from "./audit-actions";
import { recordAudit } from "./record-audit";

/** Nouns of the lists that staff put into an order. */
type NounOf<Action> = Action extends `${infer Noun}.reorder` ? Noun : never;
type Reordered = NounOf<AuditAction>;

/**
 * The operation by which staff put rows into an order: those named take the order in which they are named.
 * @param number writes their places, and says how many there were
 */
export const reorderOperation =
  (noun: Reordered, rows: string, number: (tx: Tx, ids: readonly number[]) => Promise<number>) =>
  (actor: AdminActor, client: ClientInfo, ids: readonly number[]): Promise<{ changed: number }> =>
    inTransaction(async (tx) => {
      const changed = await number(tx, ids);
      await recordAudit(tx, actor, client, {
        action: `${noun}.reorder`,
        target: `${rows}:${ids.length}`,
        data: { ids: [...ids] },
      });
      return { changed };
    });
