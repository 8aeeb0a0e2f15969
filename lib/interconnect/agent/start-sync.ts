import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/** The button: a job pulls everything, and its progress is a row that the page reads. */
export async function startSync(actor: AdminActor, client: ClientInfo, connectionId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const connection = await tx.connection.findUnique({
      where: { id: connectionId },
      select: { status: true },
    });
    if (!connection) throw notFound("connection");
    if (connection.status !== "active") throw new AppError("state_conflict", "connection_off");
    await enqueue(
      tx,
      "connection.sync",
      { connectionId, trigger: "button" },
      { jobKey: `sync:${connectionId}` },
    );
    await recordAudit(tx, actor, client, {
      action: "connection.sync",
      target: `connection:${connectionId}`,
      data: {},
    });
  });
}
