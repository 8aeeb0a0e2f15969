import { addSeconds, now } from "../../core/clock";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import type { ClientInfo } from "../actor";
import { type LoginFailure, logLogin } from "../log-login";
import { recordAudit } from "../record-audit";

const hour = 60 * 60;
const knownForSeconds = 90 * 24 * hour;
const alertFrom = 3;

/** Somebody who worked from elsewhere before; the first log-in of all is no news. Before the log-in is written down. */
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

/** In the log-in history, and of an account that exists also in the audit log; several within an hour are an alert. */
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
