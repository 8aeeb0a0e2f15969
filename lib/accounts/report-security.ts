import type { ClientInfo } from "../acts/actor";
import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import type { AccountSecurityEvent } from "../jobs/kinds";

/**
 * Tells the owner by mail, from the worker: accounts do not know how mails are written. Without a client the shop did it, and
 * where its staff sit is nobody's business.
 */
export async function reportSecurity(
  tx: Tx,
  userId: number,
  event: AccountSecurityEvent,
  client: Pick<ClientInfo, "ip" | "userAgent"> | null,
  options: { to?: string } = {},
): Promise<void> {
  await enqueue(tx, "account.security", {
    userId,
    event,
    at: now().toISOString(),
    ip: client?.ip ?? null,
    userAgent: client?.userAgent ?? null,
    ...options,
  });
}
