import { comparableKey } from "../core/codes";
import { keyedHash, open, seal } from "../core/crypto";

const aad = (secretId: number) => `secrets:content:${secretId}:v1`;

export const sealSecret = (secretId: number, content: string) => seal(content, aad(secretId));
export const openSecret = (secretId: number, sealed: Uint8Array) => open(sealed, aad(secretId));

export const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

/** Finds duplicates without being readable, whatever unseen characters came along (C95). */
export const hashSecret = (content: string) => keyedHash("secret", comparableKey(content));
