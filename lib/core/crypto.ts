import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** The keys of this installation. The first of `sealKeys` seals; all of them open. */
export interface Keyring {
  sealKeys: readonly Uint8Array[];
  /** Key of a shop that is new; an older one brings its own (`setHashKey`). */
  hashKey: Uint8Array;
}

interface DerivedKey {
  id: Buffer;
  key: Buffer;
}

const version = 1;
const idBytes = 4;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + idBytes + ivBytes;
/** Bytes that sealing adds to a text. */
export const sealedOverhead = headBytes + tagBytes;

let source: (() => Keyring) | undefined;
let derived: { seal: DerivedKey[]; hashKey: Uint8Array } | undefined;
let hashKeys = new Map<string, Buffer>();
let hashKeysOf: Uint8Array | undefined;

// On globalThis because Next bundles this module more than once, and one of them reads the key from the database.
declare global {
  var keyshelfHashKey: Uint8Array | undefined;
}
const holder = globalThis;

/** lib/config hands over the keys; kept apart so that core reads no configuration. */
export function setKeyring(read: () => Keyring): void {
  source = read;
  derived = undefined;
}

function keys() {
  if (!derived) {
    if (!source) throw new Error("The keyring was not set: lib/config must be loaded first");
    const ring = source();
    derived = {
      hashKey: ring.hashKey,
      seal: ring.sealKeys.map((master) => ({
        id: createHash("sha256").update("keyshelf:key-id").update(master).digest().subarray(0, idBytes),
        key: Buffer.from(hkdfSync("sha256", master, "", "keyshelf:seal:v1", 32)),
      })),
    };
  }
  return derived;
}

/** The names of the keys that open sealed values here, the sealing one first. They say nothing of the keys themselves. */
export const sealKeyIds = (): string[] => keys().seal.map(({ id }) => id.toString("hex"));

/** The key of all look-up hashes: it stays when master keys come and go. */
export const hashKey = (): Uint8Array => holder.keyshelfHashKey ?? keys().hashKey;

/** lib/db/sealed/verify-master-key.ts hands over what the database keeps; `undefined` goes back to the configuration's. */
export function setHashKey(key: Uint8Array | undefined): void {
  holder.keyshelfHashKey = key;
}

/** AES-256-GCM bound to its place by `aad` (`table:column:row:v1`): a ciphertext moved to another row does not open. */
export function seal(text: string, aad: string): Uint8Array<ArrayBuffer> {
  const [current] = keys().seal;
  if (!current) throw new Error("No sealing key");
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", current.key, iv);
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.from([version]), current.id, iv, body, cipher.getAuthTag()]));
}

/** The name of the key that sealed this. */
export const sealedBy = (blob: Uint8Array): string =>
  Buffer.from(blob)
    .subarray(1, 1 + idBytes)
    .toString("hex");

/** @throws Error when the blob was changed, moved, or sealed with a key that is gone. */
export function open(blob: Uint8Array, aad: string): string {
  const bytes = Buffer.from(blob);
  if (bytes.length < headBytes + tagBytes || bytes[0] !== version) throw new Error("Not a sealed value");
  const id = bytes.subarray(1, 1 + idBytes);
  const key = keys().seal.find((candidate) => candidate.id.equals(id));
  if (!key) throw new Error("The key that sealed this value is not configured");
  const decipher = createDecipheriv("aes-256-gcm", key.key, bytes.subarray(1 + idBytes, headBytes));
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  return (
    decipher.update(bytes.subarray(headBytes, bytes.length - tagBytes)).toString("utf8") +
    decipher.final("utf8")
  );
}

/** Keyed hash for look-ups: equal inputs of one purpose collide, and nothing can be read back without the key. */
export function keyedHash(purpose: string, text: string): Uint8Array<ArrayBuffer> {
  const master = hashKey();
  if (hashKeysOf !== master) {
    hashKeys = new Map();
    hashKeysOf = master;
  }
  let key = hashKeys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", master, "", `keyshelf:hash:${purpose}`, 32));
    hashKeys.set(purpose, key);
  }
  return Uint8Array.from(createHmac("sha256", key).update(text, "utf8").digest());
}

export const sha256 = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(data).digest());

export const sha256Hex = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

/** Compares without telling where the difference is; unequal lengths are unequal. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const left = createHash("sha256").update(a).digest();
  const right = createHash("sha256").update(b).digest();
  return timingSafeEqual(left, right);
}
