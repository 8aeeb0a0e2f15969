import { now, secondsFromNow } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { newToken } from "../../core/ids";
import { db } from "../../db/client";
import { spendPasskeyChallenge } from "../sql/passkeys";

export const passkeyChallengeSeconds = 5 * 60;

/** Page that asks: a passkey is made for its host, and an answer counts from its origin alone. */
export interface PasskeyPlace {
  origin: string;
  rpId: string;
}

/** C178: a passkey is added by its owner or logs somebody in; the answer to one is none to the other. */
export type PasskeyAim = { purpose: "add"; userId: number } | { purpose: "log_in"; userId: null };

export const passkeyRefused = () => new AppError("unauthorized", "passkey_refused", { field: "credential" });

/** @returns the challenge; what is stored is its hash */
export async function issuePasskeyChallenge(aim: PasskeyAim, place: PasskeyPlace): Promise<string> {
  const challenge = newToken();
  await db().passkeyChallenge.create({
    data: {
      challengeHash: sha256(challenge),
      ...aim,
      ...place,
      expiresAt: secondsFromNow(passkeyChallengeSeconds),
      createdAt: now(),
    },
  });
  return challenge;
}

/**
 * Takes the challenge that an answer names, in a statement of its own: an answer that is refused has spent it too.
 * @throws AppError `unauthorized` where it is unknown, spent, over, or of another purpose, owner or page
 */
export async function takePasskeyChallenge(
  clientDataJson: string,
  aim: PasskeyAim,
  place: PasskeyPlace,
): Promise<string> {
  const challenge = readChallenge(clientDataJson);
  const row = challenge === null ? undefined : await spendPasskeyChallenge(db(), sha256(challenge));
  const isOurs =
    row?.purpose === aim.purpose &&
    row.userId === aim.userId &&
    row.origin === place.origin &&
    row.rpId === place.rpId;
  if (challenge === null || !row || !isOurs || row.expiresAt <= now()) throw passkeyRefused();
  return Buffer.from(challenge).toString("base64url");
}

/** Asks of every answer that it was made for this challenge and this page, by a user whom the authenticator knows. */
export const expectedOf = (challenge: string, { origin, rpId }: PasskeyPlace) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** The browser writes the bytes of the challenge in base64url. */
function readChallenge(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString());
    if (typeof data !== "object" || data === null || !("challenge" in data)) return null;
    return typeof data.challenge === "string" ? Buffer.from(data.challenge, "base64url").toString() : null;
  } catch {
    return null;
  }
}
