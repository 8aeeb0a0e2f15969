import { sha256 } from "../../core/crypto";
import { newToken, tokenPattern } from "../../core/ids";
import { db } from "../../db/client";
import type { Tx } from "../../db/transaction";
import { insertGuestToken } from "../sql/order-rows";

/** C26: opens exactly this order as long as its record exists; only the hash is kept. */
export async function issueGuestToken(tx: Tx, orderId: number): Promise<string> {
  const token = newToken();
  await insertGuestToken(tx, orderId, sha256(token));
  return token;
}

/** The order that this token opens; also after it went into an account, which reads it beside. */
export async function findGuestOrder(token: string): Promise<{ id: number; orderNo: string } | null> {
  if (!tokenPattern.test(token)) return null;
  const row = await db().guestToken.findUnique({
    where: { tokenHash: sha256(token) },
    select: { order: { select: { id: true, orderNo: true } } },
  });
  return row?.order ?? null;
}
