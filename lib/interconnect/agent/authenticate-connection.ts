import type { ConnectionActor } from "../../accounts/actor";
import { connectionCallBucket } from "../../config/limits";
import { now } from "../../core/clock";
import { db } from "../../db/client";
import { type CallCause, type SignedCall, type Signer, verifyCall } from "../verify-call";
import { openConnectionSecret } from "./connection-secret";

export interface ConnectionVerdict {
  actor: ConnectionActor | null;
  connectionId: number | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  /** The call is genuine and one too many: seconds until the next one may come. */
  retryAfter?: number;
}

interface ConnectionRow {
  id: number;
  status: "active" | "disabled";
  api_key: string;
  secret_sealed: Uint8Array;
  previous_secret_sealed: Uint8Array | null;
  database_seconds: bigint;
}

async function findConnection(key: string): Promise<Signer | null> {
  const [row] = await db().$queryRaw<ConnectionRow[]>`
    SELECT id, status::text AS status, api_key, secret_sealed,
      CASE WHEN previous_secret_expires_at > ${now()} THEN previous_secret_sealed END AS previous_secret_sealed,
      floor(extract(epoch FROM clock_timestamp()))::bigint AS database_seconds
    FROM connections WHERE api_key = ${key}`;
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
