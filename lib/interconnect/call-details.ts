import { sha256Hex } from "../core/crypto";
import { bounded, sayProblem } from "../core/refusals/noted";
import type { Problem } from "../core/refusals/refusal";
import type { CallDetails } from "./main/request-log";
import { headerNames } from "./signature";

const maxAgent = 120;
const maxMessage = 300;

/** A header of any other form may be a secret put in the wrong place. */
const ofForm = (form: RegExp, text: string | null): string | null =>
  text !== null && form.test(text) ? text : null;

export const callDetails = (headers: Headers, rawBody: Uint8Array, told: Problem | null): CallDetails => ({
  timestamp: ofForm(/^\d{1,13}$/, headers.get(headerNames.timestamp)),
  nonce: ofForm(/^[0-9a-f-]{36}$/i, headers.get(headerNames.nonce)),
  user_agent: headers.get("user-agent")?.slice(0, maxAgent) ?? null,
  body_bytes: rawBody.byteLength,
  body_hash: sha256Hex(rawBody),
  message: told && sayProblem(told).slice(0, maxMessage),
  message_rule: told && bounded(told),
});
