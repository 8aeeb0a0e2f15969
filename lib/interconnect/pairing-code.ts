import { z } from "zod";

/**
 * Content of a code that a main site shows once and an agent pastes: its address, the key, and a secret that is good
 * for the claim alone.
 */
export interface PairingCode {
  baseUrl: string;
  key: string;
  secret: string;
  expiresAt: Date;
}

const prefix = "kp1_";
const content = z.tuple([z.string(), z.string(), z.string(), z.int().min(0).max(99_999_999_999)]);

/** One line of letters, digits, `-` and `_`: a double click marks it, and no chat program breaks it. */
export function writePairingCode({ baseUrl, key, secret, expiresAt }: PairingCode): string {
  const parts = [baseUrl, key, secret, Math.floor(expiresAt.getTime() / 1000)];
  return prefix + Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** @returns null for anything that is no pairing code */
export function readPairingCode(text: string): PairingCode | null {
  const packed = text.replace(/\s+/g, "");
  if (!packed.startsWith(prefix)) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(packed.slice(prefix.length), "base64url").toString("utf8"));
    const parsed = content.safeParse(json);
    if (!parsed.success) return null;
    const [baseUrl, key, secret, seconds] = parsed.data;
    return { baseUrl, key, secret, expiresAt: new Date(seconds * 1000) };
  } catch {
    return null;
  }
}
