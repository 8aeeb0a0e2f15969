import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { toTime } from "../../../core/wire";
import { inTransaction } from "../../../db/transaction";
import { proveStaff } from "./prove-staff";
import { proofSeconds } from "./proved-acts";

/** Opens the acts of `provedActs` to this session for some minutes. @throws AppError as `proveStaff` */
export async function proveSession(
  actor: AdminActor,
  proof: { password?: string | undefined; code?: string | undefined },
  client: ClientInfo,
): Promise<{ proved_until: string }> {
  await proveStaff(actor, proof);
  const at = now();
  await inTransaction(async (tx) => {
    await tx.staffSession.updateMany({ where: { id: actor.sessionId }, data: { provedAt: at } });
    await recordAudit(tx, actor, client, { action: "staff.prove", target: `staff:${actor.staffId}` });
  });
  return { proved_until: toTime(addSeconds(at, proofSeconds)) };
}
