import { comparableKey } from "../core/codes";
import { keyedHash, open, seal } from "../core/crypto";

const place = (secretId: number) => `secrets:content:${secretId}:v1`;

export const sealSecret = (secretId: number, content: string) => seal(content, place(secretId));
export const openSecret = (secretId: number, sealed: Uint8Array) => open(sealed, place(secretId));

export const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

/** Finds duplicates without being readable, whatever unseen characters came along (C95). */
export const hashSecret = (content: string) => keyedHash("secret", comparableKey(content));
