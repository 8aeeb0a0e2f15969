import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import type { ConnectionView, CreateConnection } from "./admin/schema";
import { getConnection } from "./admin-queries";
import { checkKey, readBaseUrl } from "./connection-rules";
import { sealConnectionSecret } from "./connection-secret";

/** @throws AppError `malformed`, `state_conflict` when there is a connection with this key. */
export async function createConnection(
  actor: AdminActor,
  client: ClientInfo,
  input: CreateConnection,
): Promise<ConnectionView> {
  checkKey(input.key);
  const baseUrl = readBaseUrl(input.base_url);
  try {
    const connectionId = await inTransaction(async (tx) => {
      const { id } = await tx.connection.create({
        data: {
          name: input.name,
          baseUrl,
          apiKey: input.key,
          secretSealed: sealConnectionSecret(input.key, input.secret),
          rate: input.rate,
          markupBps: input.markup_bps,
          fixedCents: input.fixed,
          roundToCents: input.round_to,
          syncMinutes: input.sync_minutes,
          sharesBuyerEmail: input.shares_buyer_email,
          createdAt: now(),
        },
        select: { id: true },
      });
      await recordAudit(tx, actor, client, {
        action: "connection.create",
        target: `connection:${id}`,
        data: { name: input.name, baseUrl, key: input.key },
      });
      return id;
    });
    return await getConnection(connectionId);
  } catch (error) {
    if (!isUniqueViolation(error, "connections_api_key_key")) throw error;
    throw new AppError("state_conflict", "used_by_connection", { field: "key" });
  }
}
