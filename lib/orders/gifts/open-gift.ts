import { now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { notFound } from "../../core/errors";
import { tokenPattern } from "../../core/ids";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { getOrderDetail } from "../queries";
import { recordEvent } from "../record-event";
import type { OrderDetail } from "../schema";
import { findGiftOrder, lockGift } from "../sql/gifts";
import type { OpenedGift } from "./schema";

const unknown = () => notFound("gift");

function stateOf({ status, fulfillment_status: goods, items }: OrderDetail): OpenedGift["state"] {
  if (status === "refunded" || goods === "revoked") return "taken_back";
  return items.some(({ fulfillment }) => fulfillment.status === "ready") ? "ready" : "preparing";
}

/** C187: members are named one by one, so that nothing new of an order gets to a stranger by itself. */
const itemView = ({ fulfillment, ...item }: OrderDetail["items"][number]): OpenedGift["items"][number] => {
  const { status, secrets, instructions, files, living } = fulfillment;
  return {
    id: item.id,
    slug: item.slug,
    title: item.bundle ? `${item.bundle.title}: ${item.title}` : item.title,
    sku_name: item.sku_name,
    quantity: item.quantity,
    kind: item.kind,
    ...(item.delivers ? { delivers: item.delivers } : {}),
    fulfillment: {
      status,
      ...(secrets ? { secrets } : {}),
      ...(instructions ? { instructions } : {}),
      ...(files ? { files } : {}),
      ...(living ? { living } : {}),
    },
  };
};

/**
 * Notes that the recipient has seen the goods. Its address may be corrected at this moment: whoever comes first decides.
 * @throws AppError `not_found` when the link was closed meanwhile
 */
const noteOpened = (orderId: number, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> =>
  inTransaction(async (tx) => {
    const gift = await lockGift(tx, orderId);
    if (!gift || !(await findGiftOrder(tx, tokenHash))) throw unknown();
    if (gift.openedAt) return;
    await tx.orderGift.update({ where: { orderId }, data: { openedAt: now() } });
    await recordEvent(tx, { orderId, kind: "gift_opened", actor: "recipient" });
  });

/** The goods that a mail's link opens. Unknown, malformed and closed are one answer. @throws AppError `not_found` */
export async function openGift(token: string): Promise<OpenedGift> {
  const tokenHash = sha256(token);
  const found = tokenPattern.test(token) ? await findGiftOrder(db(), tokenHash) : undefined;
  if (!found) throw unknown();
  const order = await getOrderDetail(db(), found.orderId);
  const state = stateOf(order);
  if (state === "ready" && !found.openedAt) await noteOpened(found.orderId, tokenHash);
  return {
    state,
    from_name: order.gift?.from_name ?? null,
    message: order.gift?.message ?? null,
    items: order.items.map(itemView),
  };
}
