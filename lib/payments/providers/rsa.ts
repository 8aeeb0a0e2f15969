import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from "node:crypto";
import { refusal, rule } from "../../core/refusals/refusal";
import { notBlank } from "./setting-pieces";

type Kind = "public" | "private";

/** Gateways show their keys as bare base64; a PEM file, and for a public key its certificate, is taken as well. */
function findRsaKey(text: string, kind: Kind): KeyObject | null {
  const isPem = text.includes("-----BEGIN");
  const der = Buffer.from(text.replaceAll(/\s/g, ""), "base64");
  const attempts =
    kind === "public"
      ? [() => createPublicKey(isPem ? text : { key: der, format: "der", type: "spki" })]
      : [
          () => createPrivateKey(isPem ? text : { key: der, format: "der", type: "pkcs8" }),
          () => createPrivateKey({ key: der, format: "der", type: "pkcs1" }),
        ];
  for (const read of attempts) {
    try {
      const key = read();
      if (key.asymmetricKeyType === "rsa") return key;
    } catch {}
  }
  return null;
}

export const rsaKeyText = (kind: Kind) =>
  notBlank.refine((text) => findRsaKey(text, kind) !== null, {
    error: rule(refusal("not_rsa_key", { kind })),
  });

/** Reads a key that `rsaKeyText` took. */
export function readRsaKey(text: string, kind: Kind): KeyObject {
  const key = findRsaKey(text, kind);
  if (!key) throw new Error("The keys were checked by the schema");
  return key;
}

export const signRsaSha256 = (text: string, key: KeyObject): string =>
  signBytes("sha256", Buffer.from(text), key).toString("base64");

export function isSignedRsaSha256(text: string | Uint8Array, sign: string, key: KeyObject): boolean {
  const bytes = Buffer.from(sign, "base64");
  // Base64 has several spellings for some bytes; only the true one counts.
  if (bytes.length === 0 || bytes.toString("base64") !== sign) return false;
  return verifyBytes("sha256", Buffer.from(text), key, bytes);
}
