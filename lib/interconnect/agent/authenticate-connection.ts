import type { ConnectionActor } from "../../acts/actor";
import { connectionCallBucket } from "../../config/limits";
import { type CallCause, type SignedCall, type Signer, type TooMany, verifyCall } from "../verify-call";
import { openConnectionSecret } from "./connection-secret";
import { findConnectionSigner } from "./sql/connections";

export interface ConnectionVerdict {
  actor: ConnectionActor | null;
  connectionId: number | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  tooMany?: TooMany;
}

async function findConnection(key: string, note: (isPairing: boolean) => void): Promise<Signer | null> {
  const row = await findConnectionSigner(key);
  if (!row) return null;
  const read = (sealed: Uint8Array) => openConnectionSecret(row.api_key, sealed);
  const pairing = row.pairing_secret_sealed === null ? null : read(row.pairing_secret_sealed);
  const sealed = [row.secret_sealed, row.previous_secret_sealed].filter((blob) => blob !== null);
  return {
    id: row.id,
    isKnown: true,
    secrets: [...sealed.map(read), ...(pairing === null ? [] : [pairing])],
    // Before its code is claimed a new one is off, and the main site's ping has to be answered.
    isActive: row.status === "active" || pairing !== null,
    noteGoodCall: async (secret) => note(secret === pairing),
    allowsIp: () => true,
    bucket: { name: String(row.id), ...connectionCallBucket() },
    databaseSeconds: Number(row.database_seconds),
  };
}

/** Proves that a main site we are connected to sent this, before anything of it is believed (C60). */
export async function authenticateConnection(call: SignedCall): Promise<ConnectionVerdict> {
  let isPairing = false;
  const { signer, claimedKey, isSignatureValid, cause, tooMany } = await verifyCall(
    "connection",
    call,
    (key) =>
      findConnection(key, (secretOfCode) => {
        isPairing = secretOfCode;
      }),
  );
  const actor: ConnectionActor | null =
    signer && cause === null ? { kind: "connection", connectionId: signer.id, isPairing } : null;
  const connectionId = signer?.id ?? null;
  return {
    actor,
    connectionId,
    claimedKey,
    isSignatureValid,
    cause,
    ...(tooMany ? { tooMany } : {}),
  };
}
