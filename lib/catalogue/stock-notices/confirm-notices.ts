import { now } from "../../core/clock";
import { keyedHash } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { inTransaction, type Tx } from "../../db/transaction";
import { openAddress } from "../../notifications/stock-notice-link";

export const addressHash = (email: string) => keyedHash("stock_notice", email);

/**
 * Keeps the last word of the owner of the address; the row stays locked, so that one who ends it ends what is asked
 * for just now.
 */
export async function setAddress(tx: Tx, email: string, isEnded: boolean): Promise<void> {
  const state = { isEnded, changedAt: now() };
  const hash = addressHash(email);
  await tx.stockNoticeAddress.upsert({ where: { hash }, create: { hash, ...state }, update: state });
}

/** From now on the address is told of what was asked for it. */
export async function confirmAddress(tx: Tx, email: string): Promise<void> {
  await setAddress(tx, email, false);
  const asked = await tx.stockNoticeRequest.findMany({
    where: { email },
    orderBy: { id: "asc" },
    select: { skuId: true, email: true, locale: true, createdAt: true },
  });
  await tx.stockNotice.createMany({ data: asked, skipDuplicates: true });
  await tx.stockNoticeRequest.deleteMany({ where: { email } });
}

/** By the link of a mail, which nobody but the owner of the address reads. @throws AppError `malformed` */
export async function confirmNotices(token: string): Promise<{ confirmed: true }> {
  const email = openAddress(token);
  if (email === null) throw new AppError("malformed", "stock_notice_link");
  await inTransaction((tx) => confirmAddress(tx, email));
  return { confirmed: true };
}
