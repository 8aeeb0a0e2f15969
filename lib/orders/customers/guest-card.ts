import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { lockGuest } from "../sql/customers";
import type { GuestCard, GuestCardBody } from "./schema";

/** Reads what staff noted about an address, and how often somebody bought with it as a guest. */
export async function getGuestCard(email: string): Promise<GuestCard> {
  const [row, orders] = await Promise.all([
    db().guest.findUnique({ where: { email } }),
    db().order.count({ where: { email, buyerKind: "guest" } }),
  ]);
  return { email, note: row?.note ?? "", tags: row?.tags ?? [], orders };
}

/** @throws AppError `state_conflict` when somebody else wrote meanwhile */
export async function writeGuestCard(
  actor: AdminActor,
  client: ClientInfo,
  { email, note, tags, seen }: GuestCardBody,
): Promise<GuestCard> {
  await inTransaction(async (tx) => {
    const before = await lockGuest(tx, email, now());
    requireUnchanged(before, seen);
    const data = { ...(note === undefined ? {} : { note }), ...(tags === undefined ? {} : { tags }) };
    await tx.guest.update({ where: { email }, data: { ...data, updatedAt: now() } });
    // The log is for ever, and what is said of a person is not.
    await recordAudit(tx, actor, client, {
      action: "customer.note",
      target: "guest",
      data: { note: note !== undefined, tags: tags !== undefined },
    });
  });
  return getGuestCard(email);
}
