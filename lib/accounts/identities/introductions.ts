import { now, secondsFromNow } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { newToken, tokenPattern } from "../../core/ids";
import { db } from "../../db/client";
import type { Reader, Tx } from "../../db/transaction";
import type { Identity } from "./identity";

/** As long as it takes to find a password, or to wait for a mail. */
export const introductionSeconds = 30 * 60;

/** Keeps what a provider said until its owner has said who they are here. @returns the token; what is stored is its hash */
export async function introduce({ via: _via, ...identity }: Identity): Promise<string> {
  const token = newToken();
  await db().introduction.create({
    data: {
      tokenHash: sha256(token),
      ...identity,
      expiresAt: secondsFromNow(introductionSeconds),
      createdAt: now(),
    },
  });
  return token;
}

/** Null when it is unknown, spent or over, or its provider is switched off. */
export async function findIntroduction(token: string, reader: Reader = db()) {
  if (!tokenPattern.test(token)) return null;
  return reader.introduction.findUnique({
    where: { tokenHash: sha256(token), expiresAt: { gt: now() }, provider: { isEnabled: true } },
    include: {
      provider: { select: { key: true, name: true, icon: true, issuer: true, translations: true } },
    },
  });
}
export type Introduction = NonNullable<Awaited<ReturnType<typeof findIntroduction>>>;

/** C192: whether an account has the address that the provider calls theirs: its owner logs in to it first. */
export const hasOwner = async ({ email, isProven }: Introduction): Promise<boolean> =>
  isProven && email !== null && (await db().user.count({ where: { email } })) > 0;

export const introductionOver = () =>
  new AppError("state_conflict", "introduction_over", { field: "introduction_token" });

/** @throws AppError `state_conflict` */
export async function requireIntroduction(token: string): Promise<Introduction> {
  const found = await findIntroduction(token);
  if (!found) throw introductionOver();
  return found;
}

/**
 * C193: links the person with the account, once: the introduction goes with it.
 * @throws AppError `state_conflict` when another request has taken it, and the violation of a person who is linked already
 */
export async function linkIntroduced(tx: Tx, userId: number, introduction: Introduction): Promise<number> {
  const { tokenHash, providerId, issuer, subject, label } = introduction;
  const { count } = await tx.introduction.deleteMany({ where: { tokenHash } });
  if (count === 0) throw introductionOver();
  const at = now();
  const { id } = await tx.linkedIdentity.create({
    data: { userId, providerId, issuer, subject, label, lastUsedAt: at, createdAt: at },
    select: { id: true },
  });
  return id;
}
