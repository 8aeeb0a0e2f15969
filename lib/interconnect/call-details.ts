import { sha256Hex } from "../core/crypto";
import type { CallDetails } from "./main/request-log";
import { headerNames } from "./signature";

const maxAgent = 120;
const maxMessage = 300;

/** A header of any other form may be a secret put in the wrong place. */
const ofForm = (form: RegExp, text: string | null): string | null =>
  text !== null && form.test(text) ? text : null;

export const callDetails = (headers: Headers, rawBody: Uint8Array, message: string | null): CallDetails => ({
  timestamp: ofForm(/^\d{1,13}$/, headers.get(headerNames.timestamp)),
  nonce: ofForm(/^[0-9a-f-]{36}$/i, headers.get(headerNames.nonce)),
  user_agent: headers.get("user-agent")?.slice(0, maxAgent) ?? null,
  body_bytes: rawBody.byteLength,
  body_hash: sha256Hex(rawBody),
  message: message?.slice(0, maxMessage) ?? null,
});
