import type { ClientInfo, UserActor } from "../../acts/actor";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import type { Lang } from "../../core/translations";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { type OwnerProof, proveOwner } from "../passkeys/prove-owner";
import { reportSecurity } from "../report-security";
import { lockPasswordOfUser } from "../sql/accounts";
import { type Introduction, linkIntroduced, requireIntroduction } from "./introductions";
import { toLoginProvider } from "./providers";
import type { LinkedIdentity } from "./schema";

export const maxIdentities = 20;

type MaybeProof = Omit<OwnerProof, "password"> & { password?: string | undefined };

export async function listIdentities({ userId }: UserActor, lang?: Lang) {
  const [{ passwordHash }, rows] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } }),
    db().linkedIdentity.findMany({
      where: { userId },
      include: { provider: true },
      orderBy: { id: "asc" },
      take: maxIdentities,
    }),
  ]);
  const identities = rows.map(
    ({ id, provider, label, createdAt, lastUsedAt }): LinkedIdentity => ({
      id,
      provider: toLoginProvider(provider, lang),
      is_open: provider.isEnabled,
      label,
      created_at: toTime(createdAt),
      last_used_at: toTimeOrNull(lastUsedAt),
    }),
  );
  return { has_password: passwordHash !== "", identities };
}

/** Whether this session was opened after the provider spoke: by somebody who could log in without it. */
export async function isProvedByLogin(
  { sessionId }: UserActor,
  { createdAt }: Pick<Introduction, "createdAt">,
): Promise<boolean> {
  return (await db().session.count({ where: { id: sessionId, createdAt: { gte: createdAt } } })) > 0;
}

const askPassword = (): AppError => new AppError("malformed", "required", { field: "password" });

async function prove(actor: UserActor, { password, ...factor }: MaybeProof): Promise<void> {
  if (password === undefined) throw askPassword();
  await proveOwner(actor, { password, ...factor });
}

/**
 * C193: a link opens the account from then on, so a session alone, which can be stolen, makes none: its owner has logged in
 * since, or proves it now. @throws AppError `state_conflict`, `malformed`, `totp_invalid`, `rate_limited`
 */
export async function linkIdentity(
  actor: UserActor,
  { introductionToken, ...proof }: MaybeProof & { introductionToken: string },
  client: ClientInfo,
) {
  const introduction = await requireIntroduction(introductionToken);
  if (!(await isProvedByLogin(actor, introduction))) await prove(actor, proof);
  const { userId } = actor;
  try {
    await inTransaction(async (tx) => {
      await lockPasswordOfUser(tx, userId);
      if ((await tx.linkedIdentity.count({ where: { userId } })) >= maxIdentities)
        throw new AppError("state_conflict", refusal("too_many_identities", { max: maxIdentities }));
      await linkIntroduced(tx, userId, introduction);
      await reportSecurity(tx, userId, "identity_linked", client);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError("state_conflict", "identity_taken") : error;
  }
  return listIdentities(actor);
}

/**
 * C193: refused where nothing else would open the account. Whoever has a password proves it, as for a passkey.
 * @throws AppError `not_found`, `state_conflict`, and what `proveOwner` throws
 */
export async function unlinkIdentity(
  actor: UserActor,
  id: number,
  proof: MaybeProof,
  client: ClientInfo,
): Promise<{ removed: boolean }> {
  const { userId } = actor;
  const { has_password: hasPassword } = await listIdentities(actor);
  if (hasPassword) await prove(actor, proof);
  await inTransaction(async (tx) => {
    const row = await lockPasswordOfUser(tx, userId);
    const others = { userId, id: { not: id }, provider: { isEnabled: true } };
    const isLast =
      row?.hash === "" &&
      (await tx.passkey.count({ where: { userId } })) === 0 &&
      (await tx.linkedIdentity.count({ where: others })) === 0;
    if (isLast) throw new AppError("state_conflict", "last_way_in");
    const { count } = await tx.linkedIdentity.deleteMany({ where: { id, userId } });
    if (count === 0) throw notFound("identity");
    await reportSecurity(tx, userId, "identity_unlinked", client);
  });
  return { removed: true };
}
