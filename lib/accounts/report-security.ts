import type { ClientInfo } from "../acts/actor";
import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import type { AccountSecurityEvent } from "../jobs/kinds";

/** Tells the owner by mail, from the worker: accounts do not know how mails are written. */
export async function reportSecurity(
  tx: Tx,
  userId: number,
  event: AccountSecurityEvent,
  client: ClientInfo,
  options: { to?: string } = {},
): Promise<void> {
  const { ip, userAgent } = client;
  await enqueue(tx, "account.security", {
    userId,
    event,
    at: now().toISOString(),
    ip,
    userAgent,
    ...options,
  });
}
