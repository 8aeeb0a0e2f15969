import type { Tx } from "../../db/transaction";

/** Claims for one receiver count one after the other. */
export const lockReceiverOf = (tx: Tx, callbackId: number) => tx.$queryRaw`
  SELECT s.id FROM sites s JOIN callbacks c ON c.site_id = s.id WHERE c.id = ${callbackId} FOR NO KEY UPDATE OF s`;

/** Attempts to deliver to the receiver of this callback that began after `since` and have no outcome yet. */
export async function countAttemptsUnderWay(tx: Tx, callbackId: number, since: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ running: number }[]>`
    SELECT count(*)::int AS running FROM callback_attempts a JOIN callbacks c ON c.id = a.callback_id
    WHERE a.http_status IS NULL AND a.error IS NULL AND a.created_at > ${since}
      AND c.site_id = (SELECT site_id FROM callbacks WHERE id = ${callbackId})`;
  return row?.running ?? 0;
}
