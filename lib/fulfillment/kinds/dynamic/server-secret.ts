import { randomBytes } from "node:crypto";
import { now } from "../../../core/clock";
import { open, seal } from "../../../core/crypto";
import { db } from "../../../db/client";
import type { Reader, Tx } from "../../../db/transaction";

const aad = (skuId: number) => `delivery_secrets:secret:${skuId}:v1`;

/** A new secret of Standard Webhooks for an option. The former one ends at once. */
export async function newServerSecret(tx: Tx, skuId: number): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const data = { secretSealed: seal(secret, aad(skuId)), createdAt: now() };
  await tx.deliverySecret.upsert({ where: { skuId }, create: { skuId, ...data }, update: data });
  return secret;
}

export const hasServerSecret = async (skuId: number): Promise<boolean> =>
  (await db().deliverySecret.count({ where: { skuId } })) > 0;

/** @returns null before there is one */
export async function readServerSecret(reader: Reader, skuId: number): Promise<string | null> {
  const row = await reader.deliverySecret.findUnique({ where: { skuId }, omit: { secretSealed: false } });
  return row && open(row.secretSealed, aad(skuId));
}
