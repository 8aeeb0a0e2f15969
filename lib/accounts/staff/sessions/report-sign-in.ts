import type { ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { inTransaction, type Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { type LoginFailure, logLogin } from "../../sessions/log-login";

const hour = 60 * 60;
const knownForSeconds = 90 * 24 * hour;
const alertFrom = 3;

/** Tells the operator of a log-in from a new address, but not of the first log-in. Call it before the log-in is recorded. */
export async function reportNewPlace(
  tx: Tx,
  staff: { id: number; email: string },
  client: ClientInfo,
): Promise<void> {
  const before = await tx.loginLog.groupBy({
    by: ["ip"],
    where: {
      staffId: staff.id,
      result: "success",
      createdAt: { gt: addSeconds(now(), -knownForSeconds) },
    },
  });
  if (before.length === 0 || before.some(({ ip }) => ip === client.ip)) return;
  const { ip, userAgent } = client;
  await enqueue(tx, "staff.sign_in", { kind: "new_place", email: staff.email, ip, userAgent, count: 1 });
}

/**
 * Records the failure in the log-in history, and for a known account in the audit log. From the third failure in an hour on,
 * the operator gets a message.
 */
export async function reportFailedLogin(
  who: { staffId: number | null; email: string },
  failure: LoginFailure,
  client: ClientInfo,
): Promise<void> {
  const { staffId, email } = who;
  await inTransaction(async (tx) => {
    await logLogin(tx, client, { staffId, email, failure });
    if (staffId === null) return;
    const count = await tx.loginLog.count({
      where: { staffId, result: "failed", createdAt: { gt: addSeconds(now(), -hour) } },
    });
    const { ip, userAgent } = client;
    if (count >= alertFrom)
      await enqueue(tx, "staff.sign_in", { kind: "login_failures", email, ip, userAgent, count });
    await recordAudit(tx, "system", client, {
      action: "staff.login_failed",
      target: `staff:${staffId}`,
      data: { reason: failure },
    });
  });
}
