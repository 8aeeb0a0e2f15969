import type { ConnectionActor } from "../../accounts/actor";
import { connectionCallBucket } from "../../config/limits";
import { type CallCause, type SignedCall, type Signer, verifyCall } from "../verify-call";
import { openConnectionSecret } from "./connection-secret";
import { findConnectionSigner } from "./sql";

export interface ConnectionVerdict {
  actor: ConnectionActor | null;
  connectionId: number | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  /** The call is genuine and one too many: seconds until the next one may come. */
  retryAfter?: number;
}

async function findConnection(key: string): Promise<Signer | null> {
  const row = await findConnectionSigner(key);
  if (!row) return null;
  const sealed = row.previous_secret_sealed
    ? [row.secret_sealed, row.previous_secret_sealed]
    : [row.secret_sealed];
  return {
    id: row.id,
    isKnown: true,
    secrets: sealed.map((blob) => openConnectionSecret(row.api_key, blob)),
    isActive: row.status === "active",
    allowsIp: () => true,
    bucket: { name: String(row.id), ...connectionCallBucket() },
    databaseSeconds: Number(row.database_seconds),
  };
}

/** Proves that a main site we are connected to sent this, before anything of it is believed (C60). */
export async function authenticateConnection(call: SignedCall): Promise<ConnectionVerdict> {
  const { signer, claimedKey, isSignatureValid, cause, retryAfter } = await verifyCall(
    "connection",
    call,
    findConnection,
  );
  const actor: ConnectionActor | null =
    signer && cause === null ? { kind: "connection", connectionId: signer.id } : null;
  const connectionId = signer?.id ?? null;
  return {
    actor,
    connectionId,
    claimedKey,
    isSignatureValid,
    cause,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
