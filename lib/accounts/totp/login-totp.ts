import type { ClientInfo } from "../../acts/actor";
import { now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { tokenPattern } from "../../core/ids";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import type { LoggedIn } from "../schema";
import { logLogin } from "../sessions/log-login";
import { openSession } from "../sessions/open-session";
import { forgetProofAttempts, takeProofAttempt } from "../sessions/throttle-login";
import { countChallengeAttempt } from "../sql/accounts";
import { type SecondFactor, spendSecondFactor, totpInvalid } from "./use-second-factor";

const maxAttempts = 5;

const challengeOver = () => new AppError("totp_invalid", "challenge_expired", { field: "challenge_token" });

/** Counts the attempt on the challenge, in a statement of its own. */
async function takeChallengeAttempt(
  challengeToken: string,
): Promise<{ tokenHash: Uint8Array<ArrayBuffer>; userId: number; via: string | null }> {
  if (!tokenPattern.test(challengeToken)) throw challengeOver();
  const tokenHash = sha256(challengeToken);
  const row = await countChallengeAttempt(db(), tokenHash, maxAttempts);
  if (!row) throw challengeOver();
  return { tokenHash, userId: row.userId, via: row.via };
}

/** Whether a second factor can still be given for this challenge. */
export const isOpenChallenge = async (challengeToken: string): Promise<boolean> =>
  tokenPattern.test(challengeToken) &&
  (await db().loginChallenge.count({
    where: {
      tokenHash: sha256(challengeToken),
      userId: { not: null },
      usedAt: null,
      attempts: { lt: maxAttempts },
      expiresAt: { gt: now() },
    },
  })) > 0;

/**
 * The second step of a log-in. A10: five attempts a challenge, and ten an hour over all challenges, since whoever has the
 * password can open as many as they like. @throws AppError `totp_invalid`, `rate_limited`, `account_disabled`
 */
export async function loginTotp(
  { challengeToken, ...factor }: SecondFactor & { challengeToken: string },
  client: ClientInfo,
): Promise<LoggedIn> {
  const { tokenHash, userId, via } = await takeChallengeAttempt(challengeToken);
  await takeProofAttempt(`totp:${userId}`);
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, status: true },
  });
  if (user.status === "disabled") throw new AppError("account_disabled", "account_disabled");
  const loggedIn = await inTransaction(async (tx) => {
    if (!(await spendSecondFactor(tx, userId, factor))) return null;
    const { count } = await tx.loginChallenge.updateMany({
      where: { tokenHash, usedAt: null },
      data: { usedAt: now() },
    });
    if (count === 0) throw challengeOver();
    return openSession(tx, userId, client, via);
  });
  if (!loggedIn) {
    await logLogin(db(), client, { userId, email: user.email, failure: "wrong_code", via });
    throw totpInvalid();
  }
  await forgetProofAttempts(`totp:${userId}`);
  return loggedIn;
}
