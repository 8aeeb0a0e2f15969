import type { ClientInfo, UserActor } from "../../acts/actor";
import { notFound } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { reportSecurity } from "../report-security";
import { maxPasskeys, toPasskey } from "./add-passkey";
import { type OwnerProof, proveOwner } from "./prove-owner";
import type { Passkey } from "./schema";

export async function listPasskeys({ userId }: UserActor): Promise<{ passkeys: Passkey[] }> {
  const rows = await db().passkey.findMany({ where: { userId }, orderBy: { id: "asc" }, take: maxPasskeys });
  return { passkeys: rows.map(toPasskey) };
}

/** @throws AppError `not_found` */
export async function renamePasskey({ userId }: UserActor, id: number, name: string): Promise<Passkey> {
  const [row] = await db().passkey.updateManyAndReturn({ where: { id, userId }, data: { name } });
  if (!row) throw notFound("passkey");
  return toPasskey(row);
}

/** @throws AppError `not_found`, and what `proveOwner` throws */
export async function removePasskey(
  actor: UserActor,
  id: number,
  proof: OwnerProof,
  client: ClientInfo,
): Promise<{ removed: boolean }> {
  await proveOwner(actor, proof);
  const { userId } = actor;
  await inTransaction(async (tx) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
    if (count === 0) throw notFound("passkey");
    await reportSecurity(tx, userId, "passkey_removed", client);
  });
  return { removed: true };
}
