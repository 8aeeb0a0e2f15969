import type { ClientInfo } from "../../acts/actor";
import { now, secondsFromNow } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { newToken } from "../../core/ids";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { canonicalEmail } from "../canonical-email";
import { requireCaptcha } from "../captcha/require-captcha";
import { hashPassword, needsRehash, verifyPassword } from "../password/hash-password";
import type { CaptchaInput, LoginResult } from "../schema";
import { lockPasswordOfUser } from "../sql/accounts";
import { logLogin } from "./log-login";
import { openSession } from "./open-session";
import { openLoginGate } from "./throttle-login";

export const challengeSeconds = 5 * 60;

interface Credentials {
  email: string;
  password: string;
  captcha?: CaptchaInput | undefined;
}

/** Asks for the second factor. `via` is the log-in provider that stands in for the password. */
export async function challengeLogin(
  tx: Tx,
  userId: number,
  via: string | null = null,
): Promise<LoginResult> {
  const token = newToken();
  const expiresAt = secondsFromNow(challengeSeconds);
  await tx.loginChallenge.create({
    data: { tokenHash: sha256(token), userId, via, expiresAt, createdAt: now() },
  });
  return { requires_totp: true, challenge_token: token, challenge_expires_at: toTime(expiresAt) };
}

const wrong = () => new AppError("unauthorized", "wrong_login");

/** A1: a password hash of lower cost is replaced at log-in, when the password is known. */
async function rehash(userId: number, stored: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db().user.updateMany({ where: { id: userId, passwordHash: stored }, data: { passwordHash } });
}

/** A11: a password that was changed while the old one was being checked opens nothing. The row stays locked. */
async function confirmPassword(tx: Tx, userId: number, password: string, checked: string): Promise<void> {
  const row = await lockPasswordOfUser(tx, userId);
  if (row?.hash !== checked && !(await verifyPassword(row?.hash ?? null, password))) throw wrong();
}

/**
 * The tokens, or with a second factor a challenge and no token. An unknown address takes the same steps and gives the same
 * answer as a wrong password (A2). @throws AppError `rate_limited`, `captcha_invalid`, `unauthorized`, `account_disabled`
 */
export async function login(input: Credentials, client: ClientInfo): Promise<LoginResult> {
  const email = canonicalEmail(input.email);
  const gate = await openLoginGate("user", email, client.ip);
  await requireCaptcha("login", input.captcha, client, { isForced: gate.isSuspicious });
  return gate.attempt(async (made) => {
    const user = await db().user.findUnique({
      where: { email },
      select: { id: true, passwordHash: true, status: true, totpEnabledAt: true },
    });
    if (!(await verifyPassword(user?.passwordHash ?? null, input.password)) || !user) {
      const failure = user ? "wrong_password" : "unknown_account";
      await logLogin(db(), client, { userId: user?.id ?? null, email, failure });
      throw wrong();
    }
    if (user.status === "disabled") {
      await logLogin(db(), client, { userId: user.id, email, failure: "disabled" });
      throw new AppError("account_disabled", "account_disabled");
    }
    await made.clear();
    if (needsRehash(user.passwordHash)) await rehash(user.id, user.passwordHash, input.password);
    return inTransaction(async (tx): Promise<LoginResult> => {
      await confirmPassword(tx, user.id, input.password, user.passwordHash);
      return user.totpEnabledAt ? challengeLogin(tx, user.id) : openSession(tx, user.id, client);
    });
  });
}
