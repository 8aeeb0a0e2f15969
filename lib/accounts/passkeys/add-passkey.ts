import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { ClientInfo, UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { reportSecurity } from "../report-security";
import { lockPasswordOfUser } from "../sql/accounts";
import {
  expectedOf,
  issuePasskeyChallenge,
  type PasskeyPlace,
  passkeyChallengeSeconds,
  passkeyRefused,
  takePasskeyChallenge,
} from "./challenge";
import { type OwnerProof, proveOwner } from "./prove-owner";
import type { AddedCredential, Passkey } from "./schema";

export const maxPasskeys = 20;

const tooMany = () => new AppError("state_conflict", refusal("too_many_passkeys", { max: maxPasskeys }));

/** Question to the authenticator. A passkey replaces password and second factor, so both are proved first. */
export async function startAddingPasskey(actor: UserActor, proof: OwnerProof, place: PasskeyPlace) {
  const { email } = await proveOwner(actor, proof);
  const { userId } = actor;
  const mine = await db().passkey.findMany({ where: { userId }, select: { credentialId: true, rpId: true } });
  if (mine.length >= maxPasskeys) throw tooMany();
  const { siteName } = await getSettings();
  const challenge = await issuePasskeyChallenge({ purpose: "add", userId }, place);
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: place.rpId,
    userName: email,
    userID: new TextEncoder().encode(`user:${userId}`),
    challenge: new TextEncoder().encode(challenge),
    timeout: passkeyChallengeSeconds * 1000,
    attestationType: "none",
    excludeCredentials: mine
      .filter(({ rpId }) => rpId === place.rpId)
      .map(({ credentialId }) => ({ id: Buffer.from(credentialId).toString("base64url") })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

async function verify(credential: AddedCredential, challenge: string, place: PasskeyPlace) {
  // Malformed CBOR, another origin, an unverified user: the library throws at each of them.
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    ...expectedOf(challenge, place),
  }).catch(() => {
    throw passkeyRefused();
  });
  if (!verified || !registrationInfo) throw passkeyRefused();
  return registrationInfo;
}

/** Rows of this owner are counted and inserted in turn. */
async function requireRoom(tx: Tx, userId: number, credentialId: Uint8Array<ArrayBuffer>): Promise<void> {
  await lockPasswordOfUser(tx, userId);
  if ((await tx.passkey.count({ where: { userId } })) >= maxPasskeys) throw tooMany();
  if (await tx.passkey.findUnique({ where: { credentialId }, select: { id: true } })) throw passkeyRefused();
}

/** @throws AppError `unauthorized`, `state_conflict` */
export async function addPasskey(
  actor: UserActor,
  { name, credential }: { name: string; credential: AddedCredential },
  place: PasskeyPlace,
  client: ClientInfo,
): Promise<Passkey> {
  const { userId } = actor;
  const challenge = await takePasskeyChallenge(
    credential.response.clientDataJSON,
    { purpose: "add", userId },
    place,
  );
  const info = await verify(credential, challenge, place);
  const credentialId = new Uint8Array(Buffer.from(info.credential.id, "base64url"));
  return inTransaction(async (tx) => {
    await requireRoom(tx, userId, credentialId);
    const row = await tx.passkey.create({
      data: {
        userId,
        credentialId,
        publicKey: new Uint8Array(info.credential.publicKey),
        counter: BigInt(info.credential.counter),
        transports: credential.response.transports ?? [],
        rpId: place.rpId,
        name,
        isSynced: info.credentialBackedUp,
        createdAt: now(),
      },
    });
    await reportSecurity(tx, userId, "passkey_added", client);
    return toPasskey(row);
  });
}

export const toPasskey = (row: {
  id: number;
  name: string;
  rpId: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}): Passkey => ({
  id: row.id,
  name: row.name,
  host: row.rpId,
  is_synced: row.isSynced,
  created_at: toTime(row.createdAt),
  last_used_at: row.lastUsedAt && toTime(row.lastUsedAt),
});
