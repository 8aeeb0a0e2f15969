import { open, seal, sha256 } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import type { Reader, Tx } from "../../db/transaction";
import type { FirstAnswerRow } from "../sql/insert-reserving";
import { insertIdempotencyKey, updateIdempotencyKey } from "../sql/order-rows";

/**
 * Owner of the key and content of the request, so that the same key with other content is a conflict and not a repeat.
 */
export interface Idempotency {
  owner: string;
  key: string;
  paramsHash: Uint8Array<ArrayBuffer>;
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** @throws AppError `malformed` when the header is not 1 (guests: 16) to 255 visible ASCII characters. */
export function readIdempotency(owner: string, key: string | null, params: unknown): Idempotency | null {
  if (key === null) return null;
  // A guest's key and request together give the token of the order: the key must not be guessed.
  const least = owner.startsWith("guest:") ? 16 : 1;
  if (!keyPattern.test(key) || key.length < least)
    throw new AppError("malformed", refusal("visible_ascii", { min: least }), {
      field: "Idempotency-Key",
    });
  const text = JSON.stringify(params, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return { owner, key, paramsHash: sha256(text) };
}

const aad = ({ owner, key }: Idempotency) => `idempotency_keys:token:${owner}:${key}:v1`;

export interface FirstAnswer {
  orderId: number;
  guestToken: string | null;
}

/** Finds the answer to the same request before, or `null`. */
export async function findFirstAnswer(reader: Reader, idempotency: Idempotency): Promise<FirstAnswer | null> {
  const { owner, key, paramsHash } = idempotency;
  const row = await reader.idempotencyKey.findUnique({
    where: { owner_key: { owner, key } },
    omit: { tokenSealed: false },
  });
  if (!row?.orderId || !Buffer.from(row.paramsHash).equals(paramsHash)) return null;
  return {
    orderId: row.orderId,
    guestToken: row.tokenSealed ? open(row.tokenSealed, aad(idempotency)) : null,
  };
}

/** Takes the key, and waits for an uncommitted transaction that holds it. @returns the first answer when there was one. */
export async function takeIdempotencyKey(tx: Tx, idempotency: Idempotency): Promise<FirstAnswer | null> {
  const { owner, key, paramsHash } = idempotency;
  if (await insertIdempotencyKey(tx, { owner, key, paramsHash })) return null;
  const first = await findFirstAnswer(tx, idempotency);
  if (!first) throw new AppError("idempotency_conflict", "idempotency_key_used");
  return first;
}

const sealToken = (idempotency: Idempotency, guestToken: string | null) =>
  guestToken ? seal(guestToken, aad(idempotency)) : null;

export async function keepFirstAnswer(tx: Tx, idempotency: Idempotency, answer: FirstAnswer): Promise<void> {
  await updateIdempotencyKey(tx, idempotency, {
    orderId: answer.orderId,
    tokenSealed: sealToken(idempotency, answer.guestToken),
  });
}

/** The request came to nothing after all: sent again, it is a first one. */
export async function forgetFirstAnswer(tx: Tx, { owner, key }: Idempotency): Promise<void> {
  await tx.idempotencyKey.deleteMany({ where: { owner, key } });
}

/** Takes the key and keeps the answer, for an order that is inserted in the same statement. */
export const firstAnswerRow = (idempotency: Idempotency, guestToken: string | null): FirstAnswerRow => ({
  ...idempotency,
  tokenSealed: sealToken(idempotency, guestToken),
});
