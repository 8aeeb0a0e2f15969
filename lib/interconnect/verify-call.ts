import type { AppErrorOptions } from "../core/errors";
import { callWindow } from "../core/signed-call-window";
import { type Bucket, limitSiteCalls } from "./limit-site-calls";
import { findSigningSecret, headerNames, readSignedHeaders, siteKeyPattern } from "./signature";
import { type Direction, spendNonce } from "./spend-nonce";

/** A call as it came in: nothing of it has been parsed. */
export interface SignedCall {
  headers: Headers;
  rawBody: Uint8Array;
  method: string;
  path: string;
  ip: string;
}

export type CallCause =
  | "malformed_key"
  | "malformed_timestamp"
  | "malformed_nonce"
  | "malformed_signature"
  | "unknown_key"
  | "wrong_signature"
  | "clock_skew"
  | "disabled"
  | "ip_not_allowed"
  | "nonce_replayed"
  | "over_limit";

export interface Signer {
  id: number;
  /** No: the key is unknown, and these secrets are decoys for the comparison. */
  isKnown: boolean;
  /** Unsealed; more than one during a rotation. */
  secrets: readonly string[];
  isActive: boolean;
  allowsIp: (ip: string) => boolean;
  bucket: Bucket;
  /** Told of a call that is accepted, and which of several secrets proved it. */
  noteGoodCall?: (secret: string) => Promise<void>;
  /** The database's clock when the row was read, in whole Unix seconds. */
  databaseSeconds: number;
}

/** Seconds until the next call may come, and the limit. */
export type TooMany = Required<Pick<AppErrorOptions, "retryAfter" | "quota">>;

export interface CallVerdict {
  signer: Signer | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  /** The call is genuine and one too many. */
  tooMany?: TooMany;
}

/** Verified against when the key is unknown, so that this costs what a wrong signature costs (N18). */
const decoySecret = "unknown-key-unknown-key-unknown-key-0000";

/** For the log only: a header of any other form is not worth keeping, and may be a secret put in the wrong place. */
export const claimedKey = (headers: Headers): string | null => {
  const key = headers.get(headerNames.key);
  return key !== null && siteKeyPattern.test(key) ? key : null;
};

/**
 * C40–C42: format, key, signature over the raw bytes, clock, standing, then the nonce, which is spent only when all else held.
 * Never throws for anything a caller can send.
 */
export async function verifyCall(
  direction: Direction,
  call: SignedCall,
  findSigner: (key: string) => Promise<Signer | null>,
): Promise<CallVerdict> {
  const refused = (
    cause: CallCause,
    signer: Signer | null = null,
    isSignatureValid = false,
  ): CallVerdict => ({
    signer,
    claimedKey: claimedKey(call.headers),
    isSignatureValid,
    cause,
  });
  const signed = readSignedHeaders(call.headers);
  if ("malformed" in signed) {
    // The row of the log stands under the partner whose key is named.
    const named = claimedKey(call.headers);
    const partner = named === null ? null : await findSigner(named);
    return refused(`malformed_${signed.malformed}`, partner?.isKnown ? partner : null);
  }
  const found = await findSigner(signed.key);
  const signer = found?.isKnown ? found : null;
  const secret = findSigningSecret(
    found?.secrets ?? [decoySecret],
    { ...signed, body: call.rawBody },
    signed.signature,
  );
  if (!signer) return refused("unknown_key");
  if (secret === null) return refused("wrong_signature", signer);
  if (Math.abs(signer.databaseSeconds - Number(signed.timestamp)) > callWindow.maxSkewSeconds)
    return refused("clock_skew", signer, true);
  if (!signer.isActive) return refused("disabled", signer, true);
  if (!signer.allowsIp(call.ip)) return refused("ip_not_allowed", signer, true);
  if (!(await spendNonce(direction, signed))) return refused("nonce_replayed", signer, true);
  const retryAfter = await limitSiteCalls(direction, signer.bucket);
  if (retryAfter !== null) {
    const quota = { name: direction, limit: signer.bucket.perMinute, seconds: 60 };
    return { ...refused("over_limit", signer, true), tooMany: { retryAfter, quota } };
  }
  await signer.noteGoodCall?.(secret);
  return { signer, claimedKey: signed.key, isSignatureValid: true, cause: null };
}
