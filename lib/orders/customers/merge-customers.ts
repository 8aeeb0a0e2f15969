import { promoteMember } from "../../accounts/member-progress";
import { reportSecurity } from "../../accounts/report-security";
import { endSessions } from "../../accounts/sessions/end-sessions";
import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { toMoney } from "../../core/wire";
import { inTransaction, type Tx } from "../../db/transaction";
import { joinWallets } from "../../wallet/join-wallets";
import { lockRechargesOf } from "../../wallet/sql/join-accounts";
import { moveCart } from "../cart/change-cart";
import {
  adoptGuestOrders,
  lockGuest,
  lockOrdersOf,
  lockUsers,
  moveCouponUses,
  moveOrders,
} from "../sql/customers";
import { findReceiver, requireOpen, requireReceiver } from "./merge-rules";
import type { CustomersMerged, MergeBody } from "./schema";

type Locked = Awaited<ReturnType<typeof lockUsers>>[number];

/** An account of many orders takes its time. */
const timeout = 60_000;

const joinNotes = (...notes: string[]): string => notes.filter(Boolean).join("\n\n");

async function writeNotes(
  tx: Tx,
  into: Locked,
  card: { note: string; tags: readonly string[] | null },
): Promise<void> {
  await tx.user.update({
    where: { id: into.id },
    data: {
      note: joinNotes(into.note, card.note),
      tags: [...new Set([...(into.tags ?? []), ...(card.tags ?? [])])],
    },
  });
}

/** The account opens nothing from now on, by no way in. */
async function closeAccount(tx: Tx, from: Locked, intoId: number): Promise<void> {
  const { id: userId } = from;
  await tx.user.update({
    where: { id: userId },
    data: {
      status: "disabled",
      mergedIntoId: intoId,
      passwordHash: "",
      totpSecretSealed: null,
      totpEnabledAt: null,
      note: "",
      tags: [],
      rechargedCents: 0n,
      spentCents: 0n,
    },
  });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.linkedIdentity.deleteMany({ where: { userId } });
  await tx.loginChallenge.deleteMany({ where: { userId } });
  await endSessions(tx, { userId }, "disabled");
}

async function mergeAccount(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  { userId, intoId }: { userId: number; intoId: number },
): Promise<CustomersMerged> {
  // Locks what is paid for before the people, as a payment does; rows that are added until then move too.
  await lockOrdersOf(tx, userId);
  await lockRechargesOf(tx, userId);
  const users = await lockUsers(tx, [userId, intoId]);
  const from = requireOpen(users.find(({ id }) => id === userId));
  const into = requireReceiver(users.find(({ id }) => id === intoId));
  const at = now();
  const moved = await moveOrders(tx, { userId, intoId, actor: actorName(actor), at });
  await moveCouponUses(tx, `user:${userId}`, intoId);
  const cents = await joinWallets(tx, { userId, intoId, remark: from.email, staffId: actor.staffId });
  if (cents > 0n) await spendMoneyLimit(tx, actor, cents);
  await moveCart(tx, userId, intoId);
  await writeNotes(tx, into, from);
  await closeAccount(tx, from, intoId);
  const { rechargedCents, spentCents } = from;
  await promoteMember(tx, { userId: intoId, rechargedCents, spentCents });
  await reportSecurity(tx, userId, "account_merged", null);
  await reportSecurity(tx, intoId, "account_joined", null);
  const result = { user_id: intoId, moved_orders: moved, moved_balance: toMoney(cents) };
  await recordAudit(tx, actor, client, {
    action: "customer.merge",
    target: `user:${intoId}`,
    data: { from: `user:${userId}`, orders: moved, balance: result.moved_balance },
  });
  return result;
}

/** An order that waits for its money stays with the browser that pays it, and can be merged later (C26). */
async function mergeGuest(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  { email, intoId }: { email: string; intoId: number },
): Promise<CustomersMerged> {
  const at = now();
  const moved = await adoptGuestOrders(tx, intoId, at, { email, actor: actorName(actor) });
  const into = requireReceiver((await lockUsers(tx, [intoId]))[0]);
  await moveCouponUses(tx, `email:${email}`, intoId);
  await writeNotes(tx, into, await lockGuest(tx, email, at));
  await tx.guest.delete({ where: { email } });
  if (moved > 0) await reportSecurity(tx, intoId, "account_joined", null);
  await recordAudit(tx, actor, client, {
    action: "customer.merge",
    target: `user:${intoId}`,
    data: { from: "guest", orders: moved },
  });
  return { user_id: intoId, moved_orders: moved, moved_balance: "0.00" };
}

/**
 * C200: gives all that one customer has to an account: orders with their goods and licenses, balance, recharges, coupons used, cart, notes, tags.
 * The account that gives it is closed for good. @throws AppError `malformed`, `not_found`, `state_conflict`, `forbidden` above a limit of money
 */
export async function mergeCustomers(
  actor: AdminActor,
  client: ClientInfo,
  body: MergeBody,
): Promise<CustomersMerged> {
  const { user_id: userId, email } = body;
  const intoId = await findReceiver(body);
  if (userId !== undefined)
    return inTransaction((tx) => mergeAccount(tx, actor, client, { userId, intoId }), { timeout });
  if (email === undefined) throw new AppError("malformed", "required", { field: "email" });
  return inTransaction((tx) => mergeGuest(tx, actor, client, { email, intoId }), { timeout });
}
