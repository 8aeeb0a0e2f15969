import type { Tx } from "../db/transaction";
import { hashSecret } from "./seal-secret";
import { reserveGivenSecret } from "./sql/reservations";
import { storeSecrets } from "./store-secrets";

interface Given {
  skuId: number;
  orderItemId: number;
  content: string;
  staffId: number;
  /** Stands with the batch of a key that was not in stock. */
  note: string;
}

/**
 * Reserves the very key that somebody names: a free one of the option, or one that was not in stock and is stored for it. The
 * counters are moved by the caller. @returns false, with nothing taken, when the option has this key and it is not free
 */
export async function claimGivenSecret(tx: Tx, given: Given): Promise<boolean> {
  const { skuId, orderItemId, content, staffId, note } = given;
  const hash = hashSecret(content);
  const known = await tx.secret.findUnique({
    where: { skuId_contentHash: { skuId, contentHash: hash } },
    select: { id: true },
  });
  if (!known) await storeSecrets(tx, { skuId, keys: [{ content }], note, staffId });
  return reserveGivenSecret(tx, { skuId, orderItemId, hash });
}
