import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { ClientInfo } from "../../acts/actor";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import type { LoggedIn } from "../schema";
import { type LoginFailure, logLogin } from "../sessions/log-login";
import { openSession } from "../sessions/open-session";
import { openLoginGate } from "../sessions/throttle-login";
import {
  expectedOf,
  issuePasskeyChallenge,
  type PasskeyPlace,
  passkeyChallengeSeconds,
  passkeyRefused,
  takePasskeyChallenge,
} from "./challenge";
import type { UsedCredential } from "./schema";

const aim = { purpose: "log_in", userId: null } as const;

/** Names no passkeys: the browser shows those that its owner has for this host. */
export async function startPasskeyLogin(place: PasskeyPlace) {
  const challenge = await issuePasskeyChallenge(aim, place);
  return generateAuthenticationOptions({
    rpID: place.rpId,
    challenge: new TextEncoder().encode(challenge),
    timeout: passkeyChallengeSeconds * 1000,
    userVerification: "required",
  });
}

const findPasskey = (id: string) =>
  db().passkey.findUnique({
    where: { credentialId: new Uint8Array(Buffer.from(id, "base64url")) },
    include: { user: { select: { email: true, status: true } } },
  });

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** Not left to the library, which throws at it before it says whether the signature is right. */
const hasGoneBack = (passkey: FoundPasskey, counter: number): boolean =>
  (passkey.counter > 0n || counter > 0) && BigInt(counter) <= passkey.counter;

/** @returns the new counter @throws AppError `unauthorized` */
async function verify(
  passkey: FoundPasskey,
  credential: UsedCredential,
  challenge: string,
  place: PasskeyPlace,
): Promise<number> {
  const owner = credential.response.userHandle;
  const isOwners = owner === Buffer.from(`user:${passkey.userId}`).toString("base64url");
  if (!isOwners || passkey.rpId !== place.rpId) throw passkeyRefused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    ...expectedOf(challenge, place),
    credential: {
      id: Buffer.from(passkey.credentialId).toString("base64url"),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: 0,
    },
  }).catch(() => {
    throw passkeyRefused();
  });
  if (!verified) throw passkeyRefused();
  return authenticationInfo.newCounter;
}

const copied = () => new AppError("unauthorized", "passkey_copied", { field: "credential" });

async function open(passkey: FoundPasskey, counter: number, client: ClientInfo): Promise<LoggedIn> {
  return inTransaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { id: passkey.id, counter: counter === 0 ? 0 : { lt: counter } },
      data: { counter, lastUsedAt: now() },
    });
    if (count === 0) throw copied();
    return openSession(tx, passkey.userId, client);
  });
}

/**
 * A log-in by a passkey, which is both: the device that one has, and the finger, face or PIN that unlocks it. A signature cannot be
 * guessed: no captcha is asked, and failures are counted by passkey, so that guesses at the password do not lock it out.
 * @throws AppError `rate_limited`, `unauthorized`, `account_disabled`
 */
export async function loginPasskey(
  credential: UsedCredential,
  place: PasskeyPlace,
  client: ClientInfo,
): Promise<LoggedIn> {
  const passkey = await findPasskey(credential.id);
  const gate = await openLoginGate("user", `passkey:${credential.id}`, client.ip);
  return gate.attempt(async (made) => {
    const fail = async (failure: LoginFailure, error: AppError): Promise<never> => {
      if (passkey)
        await logLogin(db(), client, { userId: passkey.userId, email: passkey.user.email, failure });
      throw error;
    };
    const challenge = await takePasskeyChallenge(credential.response.clientDataJSON, aim, place);
    if (!passkey) throw passkeyRefused();
    const counter = await verify(passkey, credential, challenge, place).catch((error: AppError) =>
      fail("passkey_refused", error),
    );
    if (hasGoneBack(passkey, counter)) return fail("passkey_copied", copied());
    if (passkey.user.status === "disabled")
      return fail("disabled", new AppError("account_disabled", "account_disabled"));
    await made.clear();
    return open(passkey, counter, client);
  });
}
