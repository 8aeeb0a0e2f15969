import { z } from "zod";
import { ConfigError } from "../../config/load-config";
import { hashKey, open, seal, sealedBy, sealKeyIds, setHashKey } from "../../core/crypto";
import { db } from "../client";
import {
  deleteFinishedResealing,
  insertFingerprint,
  lockKeySetting,
  updateKeySetting,
} from "../sql/key-settings";
import { hasValueSealedBy, readNewestSecretKeyId, withoutTimeout } from "../sql/sealed-values";
import { inTransaction, type Tx } from "../transaction";
import { sealedColumns } from "./sealed-columns";

/** Memory that a database has of the keys of its shop. */
const keyFingerprint = z.object({
  /** The names of the keys that may have sealed something, the one that seals now last. */
  seals: z.array(z.string()),
  /** The key of the look-up hashes, sealed. Whoever opens it has the keys of this shop. */
  hashKey: z.string(),
});
type KeyFingerprint = z.infer<typeof keyFingerprint>;

const aad = "settings:master_keys:hash_key:v1";

const sealHashKey = (key: Uint8Array): string =>
  Buffer.from(seal(Buffer.from(key).toString("hex"), aad)).toString("base64");

function openHashKey(sealed: string): Uint8Array | null {
  try {
    return Buffer.from(open(Buffer.from(sealed, "base64"), aad), "hex");
  } catch {
    return null;
  }
}

const anotherShop = () =>
  new ConfigError(
    "This database belongs to a shop with another master key: copy security.master_key from the host that made it " +
      "(its configuration or its data/secrets.yaml), and what it lists in security.previous_master_keys.",
  );

const keyIsMissing = () =>
  new ConfigError(
    "A part of this database is sealed with a master key that is not configured here: list it in " +
      "security.previous_master_keys until the log says that former keys are not needed any more.",
  );

/** A database without a fingerprint: a master key that opens its newest secret belongs to it. */
async function canOpenStock(tx: Tx): Promise<boolean> {
  const keyId = await readNewestSecretKeyId(tx);
  return keyId === undefined || sealKeyIds().includes(keyId);
}

async function sealedSomething(tx: Tx, keyIds: string[]): Promise<boolean> {
  // Reads everything, once, at the start after a key was taken off the list.
  await withoutTimeout(tx);
  for (const column of sealedColumns) if (await hasValueSealedBy(tx, column, keyIds)) return true;
  return false;
}

/** The fingerprint, made when there is none; of hosts that start on an empty database together, the first makes it. */
async function lockFingerprint(tx: Tx): Promise<KeyFingerprint> {
  const known = keyFingerprint.partial().safeParse(await lockKeySetting(tx, "masterKeys")).data;
  if (!known?.hashKey) {
    if (!(await canOpenStock(tx))) throw anotherShop();
    const made: KeyFingerprint = { seals: sealKeyIds().reverse(), hashKey: sealHashKey(hashKey()) };
    await insertFingerprint(tx, made);
  }
  const stored = keyFingerprint.safeParse(await lockKeySetting(tx, "masterKeys"));
  if (!stored.success) throw new Error("The fingerprint of the keys was not stored");
  return stored.data;
}

/**
 * Hosts that share a database must share its keys: each would otherwise make its own unasked, and what one seals the others
 * could not open. From here on this process uses the database's own key for look-up hashes.
 * @throws ConfigError, one sentence for the operator
 */
export async function checkKeys(): Promise<void> {
  const ring = sealKeyIds();
  const [sealing = ""] = ring;
  setHashKey(undefined);
  const key = await inTransaction(
    async (tx) => {
      const fingerprint = await lockFingerprint(tx);
      const opened = openHashKey(fingerprint.hashKey);
      if (!opened) throw anotherShop();
      const missing = fingerprint.seals.filter((id) => !ring.includes(id));
      if (missing.length > 0 && (await sealedSomething(tx, missing))) throw keyIsMissing();
      const isCurrent = sealedBy(Buffer.from(fingerprint.hashKey, "base64")) === sealing;
      const former = new Set(
        [...fingerprint.seals, ...ring].filter((id) => id !== sealing && !missing.includes(id)),
      );
      const next: KeyFingerprint = {
        seals: [...former, sealing],
        hashKey: isCurrent ? fingerprint.hashKey : sealHashKey(opened),
      };
      if (JSON.stringify(next) !== JSON.stringify(fingerprint)) {
        await updateKeySetting(tx, "masterKeys", next);
      }
      // As long as former keys are listed, each start looks once whether they are still needed.
      await deleteFinishedResealing(tx);
      return opened;
    },
    { timeout: 600_000 },
  );
  setHashKey(key);
}

/** Whether this process seals with the key that the shop was last started with; another one leaves sealed values alone. */
export async function sealsWithNewestKey(): Promise<boolean> {
  const row = await db().setting.findUnique({ where: { key: "masterKeys" } });
  return keyFingerprint.safeParse(row?.value).data?.seals.at(-1) === sealKeyIds()[0];
}
