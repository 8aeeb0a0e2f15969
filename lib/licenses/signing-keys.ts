import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import { addSeconds, now } from "../core/clock";
import { open, seal } from "../core/crypto";
import { db } from "../db/client";
import { inTransaction, type Tx } from "../db/transaction";

export const signingAlgorithm = "EdDSA";
/** Longer than any license file is good for: what a retired key signed can still be checked. */
const publishedSeconds = 400 * 86_400;

const aad = (kid: string) => `license_signing_keys:private:${kid}:v1`;

interface SigningKey {
  kid: string;
  key: CryptoKey;
}

/** Opened once in a process: which one is the newest is asked each time. */
const opened = new Map<string, Promise<CryptoKey>>();

async function importPrivate(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Error("A signing key must be a key pair");
  return key;
}

async function makeKey(tx: Tx): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, {
    crv: "Ed25519",
    extractable: true,
  });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealed = seal(JSON.stringify(await exportJWK(privateKey)), aad(kid));
  await tx.licenseSigningKey.create({
    data: { kid, privateSealed: sealed, publicJwk: { ...publicJwk }, createdAt: now() },
  });
  return kid;
}

const newest = (reader: Tx | ReturnType<typeof db>) =>
  reader.licenseSigningKey.findFirst({
    where: { retiredAt: null },
    orderBy: [{ createdAt: "desc" }, { kid: "desc" }],
    omit: { privateSealed: false },
  });

/** The key that signs now. The first license that is activated makes it. */
export async function currentKey(): Promise<SigningKey> {
  let row = await newest(db());
  if (!row) {
    await inTransaction(makeKey);
    row = await newest(db());
  }
  if (!row) throw new Error("No signing key of licenses");
  const { kid, privateSealed } = row;
  let key = opened.get(kid);
  if (!key) {
    key = importPrivate(JSON.parse(open(privateSealed, aad(kid))) as JWK);
    opened.set(kid, key);
  }
  return { kid, key: await key };
}

/**
 * A new key signs from now on. Files of the former ones stay good until they end, or with `withdraw` no longer: nobody
 * knows which of them somebody else signed.
 */
export async function rotateKey(tx: Tx, { withdraw }: { withdraw: boolean }): Promise<string> {
  const at = now();
  await tx.licenseSigningKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: at } });
  if (withdraw)
    await tx.licenseSigningKey.updateMany({ where: { withdrawnAt: null }, data: { withdrawnAt: at } });
  return makeKey(tx);
}

/** RFC 7517: the public keys that a license file may be signed with. */
export async function publishedKeys(): Promise<{ keys: JWK[] }> {
  await currentKey();
  const rows = await db().licenseSigningKey.findMany({
    where: {
      withdrawnAt: null,
      OR: [{ retiredAt: null }, { retiredAt: { gt: addSeconds(now(), -publishedSeconds) } }],
    },
    orderBy: [{ createdAt: "desc" }, { kid: "desc" }],
  });
  return {
    keys: rows.map(({ kid, publicJwk }) => ({
      ...(publicJwk as JWK),
      kid,
      alg: signingAlgorithm,
      use: "sig",
    })),
  };
}
