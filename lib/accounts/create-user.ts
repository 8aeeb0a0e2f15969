import { now } from "../core/clock";
import type { Tx } from "../db/transaction";

interface NewUser {
  /** Proven, and in the one spelling of its mailbox. */
  email: string;
  nickname?: string | undefined;
  locale: string;
  /** Empty: no password opens it. */
  passwordHash: string;
}

/** An account of the default level, called after its address where its owner gives no name. */
export async function createUser(tx: Tx, { email, nickname, locale, passwordHash }: NewUser) {
  const level = await tx.memberLevel.findFirst({ where: { isDefault: true }, select: { id: true } });
  return tx.user.create({
    data: {
      email,
      nickname: nickname || (email.split("@")[0] ?? "").slice(0, 40),
      locale,
      passwordHash,
      createdAt: now(),
      updatedAt: now(),
      memberLevelId: level?.id ?? null,
    },
    select: { id: true },
  });
}
