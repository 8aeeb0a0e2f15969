import { sha256 } from "../../core/crypto";
import { newToken } from "../../core/ids";
import { failpoint } from "../../core/process/failpoint";
import { inTransaction, type Tx } from "../../db/transaction";
import { queueMail } from "../../notifications/mails/queue-mail";
import { keepGiftToken, lockGift } from "../../orders/sql/gifts";
import { findMailable, linesOf, type MailableOrder, page } from "./mailable-order";

/** The token is in the fragment, which no server receives and no log records. */
const giftLink = (token: string) => page(`/gift#t=${token}`);

const breaker = "\u200b";

/** Words of a stranger's: mail programs make links of addresses, and of none that has an invisible gap behind each sign. */
export const withoutLinks = (text: string | null): string | null =>
  text && [".", ":", "/", "@"].reduce((safe, sign) => safe.replaceAll(sign, sign + breaker), text);

interface GiftMail {
  orderId: number;
  dedupeKey: string;
  isChanged?: boolean;
}

/** Writes the mail to the recipient and the token in its link. @returns false when this event was mailed before */
export async function queueGift(
  tx: Tx,
  { detail, locale }: MailableOrder,
  { orderId, dedupeKey, isChanged = false }: GiftMail,
): Promise<boolean> {
  const { gift } = detail;
  if (!gift) return false;
  const token = newToken();
  const data = {
    fromName: withoutLinks(gift.from_name),
    message: withoutLinks(gift.message),
    lines: linesOf(detail).map(({ title, skuName, quantity }) => ({ title, skuName, quantity })),
    url: giftLink(token),
    isChanged,
  };
  const about = { dedupeKey, reference: detail.order_no };
  if (!(await queueMail(tx, { kind: "gift", to: gift.email, locale, data, ...about }))) return false;
  await keepGiftToken(tx, orderId, sha256(token));
  return true;
}

/**
 * Once, when all of it was delivered (C186). The lock: an address that is corrected at this moment gets the mail, or the
 * correction sends its own.
 */
export const mailGift = (orderId: number): Promise<void> =>
  inTransaction(async (tx) => {
    await lockGift(tx, orderId);
    const order = await findMailable(tx, orderId, ["ready"]);
    if (order) await queueGift(tx, order, { orderId, dedupeKey: `gift:${orderId}` });
    failpoint("before-commit");
  });
