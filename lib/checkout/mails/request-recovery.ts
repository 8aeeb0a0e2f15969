import { keyedHash } from "../../core/crypto";
import { consumeLimit } from "../../db/rate-limit";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/**
 * Asks for fresh links to an address's guest orders (C26). Known or unknown, the same is done here: a limit and a job.
 * Whether there is anything to send shows only in the mailbox.
 */
export async function requestRecovery(request: {
  email: string;
  orderNo: string | null;
  locale: string;
}): Promise<void> {
  const address = Buffer.from(keyedHash("recover", request.email)).toString("base64url");
  await consumeLimit("recover_address", address);
  await inTransaction((tx) => enqueue(tx, "order.recovery", request));
}
