import { now } from "../../core/clock";
import { wallTimeIn } from "../../core/days";
import { db } from "../../db/client";
import { inTransaction, type Reader } from "../../db/transaction";
import type { JobPayloads } from "../../jobs/kinds";
import { queueMail } from "../../notifications/mails/queue-mail";
import { isDeliveryFrozen } from "../../orders/disputes";
import { findRenewables } from "../../orders/renewals/renewals";
import { getSettings } from "../../settings/queries";
import { findMailable, orderLink, renewLink } from "./mailable-order";

/** Whether the item still ends then: it may have been renewed, withdrawn or disputed since the job was added. */
async function stillEnds(reader: Reader, orderId: number, itemId: number, endsAt: Date): Promise<boolean> {
  if (endsAt <= now()) return false;
  const found = await reader.orderItem.findFirst({
    where: {
      id: itemId,
      fulfillment: { status: "ready" },
      OR: [
        { licenses: { some: { status: "active", expiresAt: endsAt } } },
        { fulfillment: { living: { endsAt, revokedAt: null, frozenAt: null } } },
      ],
    },
    select: { id: true },
  });
  return found !== null && !(await isDeliveryFrozen(reader, orderId));
}

/** One mail for each item and end, however many licenses of it end then. */
export async function mailEnding({ orderId, itemId, endsAt }: JobPayloads["order.ending"]): Promise<void> {
  const at = new Date(endsAt);
  const { timeZone, features } = await getSettings();
  const { position } = await db().orderItem.findUniqueOrThrow({
    where: { id: itemId },
    select: { position: true },
  });
  await inTransaction(async (tx) => {
    if (!(await stillEnds(tx, orderId, itemId, at))) return;
    const order = await findMailable(tx, orderId);
    const item = order?.detail.items.find(({ id }) => id === position);
    if (!order || !item) return;
    const { detail, to, locale, link } = order;
    const { order_no: orderNo } = detail;
    const { title, sku_name: skuName } = item;
    const until = wallTimeIn(at, timeZone).replace("T", " ");
    const [renewable] = await findRenewables(tx, orderId, { position });
    // A member's link opens the renewal without a log-in where a guest may buy it: the mail carries the proof.
    const isOpen = link.guestToken === null && features.guestCheckout && renewable?.forGuests;
    const proven = isOpen ? orderLink({ id: orderId, orderNo, buyerKind: "guest" }) : link;
    const data = {
      orderNo,
      title,
      skuName,
      until,
      url: link.url,
      renewUrl: renewable ? renewLink(orderNo, position, proven.url) : null,
    };
    // A license and a text that were sold together end some milliseconds apart: that is one mail.
    const dedupeKey = `order.ending:${itemId}:${endsAt.slice(0, "2026-01-01T00".length)}`;
    const about = { guestToken: proven.guestToken, dedupeKey, reference: orderNo };
    await queueMail(tx, { kind: "order_ending", to, locale, data, ...about });
  });
}
