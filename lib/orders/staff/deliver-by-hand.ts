import { actorName } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { toldOrNull } from "../../core/refusals/told";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { endRequests } from "../../fulfillment/kinds/dynamic/end-requests";
import { addOwnFile, openVersion } from "../../fulfillment/kinds/file/create-version";
import {
  handOverOwnFiles,
  hasRoomForFile,
  maxOwnFiles,
  requireReadyFiles,
} from "../../fulfillment/kinds/file/own-files";
import type { OwnFileBody } from "../../fulfillment/kinds/file/schema";
import { uploadsPath } from "../../fulfillment/kinds/file/uploads/receive-upload";
import { completeItemDelivery } from "../deliver/complete-item";
import { lockOrder } from "../mark-order-paid";
import { type Command, findOrder, refuseDisputed, refuseHeld } from "./operate-order";

/** Locks the order, and finds one item of it by its position. @throws AppError `not_found`, `state_conflict` */
async function lockPaidItem(tx: Tx, orderNo: string, position: number) {
  await lockOrder(tx, (await findOrder(tx, orderNo)).id);
  const order = await findOrder(tx, orderNo);
  const item = await tx.orderItem.findUnique({
    where: { orderId_position: { orderId: order.id, position } },
    include: { fulfillment: { select: { id: true, status: true } } },
  });
  if (!item?.fulfillment) throw notFound("order_item");
  if (order.paymentStatus === "unpaid") throw new AppError("state_conflict", "order_unpaid");
  return { order, item, fulfillment: item.fulfillment };
}

/** Begins the upload of a file that one item of an order gets. @throws AppError `not_found`, `state_conflict`, `malformed` */
export async function addFileByHand(
  { actor, client, orderNo }: Command,
  { item: position, ...input }: OwnFileBody & { item: number },
): Promise<{ id: number; upload_url: string }> {
  const version = await inTransaction(async (tx) => {
    const { order, fulfillment } = await lockPaidItem(tx, orderNo, position);
    // An agent site passes on text alone.
    if (order.siteId !== null) throw new AppError("state_conflict", "file_for_agent");
    if (fulfillment.status !== "processing" && fulfillment.status !== "failed")
      throw new AppError("state_conflict", "item_finished");
    if (!(await hasRoomForFile(tx, fulfillment.id)))
      throw new AppError("malformed", refusal("too_many", { max: maxOwnFiles }), { field: "name" });
    const added = await addOwnFile(tx, fulfillment.id, input);
    await recordAudit(tx, actor, client, {
      action: "file.upload",
      target: `order:${orderNo}`,
      data: { title: input.title, bytes: input.bytes },
    });
    return added;
  });
  return openVersion(version);
}

/** Files that a person made for the items of an order, with the state of their uploads. @throws AppError `not_found` */
export async function listFilesByHand(orderNo: string) {
  const order = await db().order.findUnique({
    where: { orderNo },
    select: {
      items: {
        orderBy: { position: "asc" },
        select: {
          position: true,
          fulfillment: {
            select: {
              files: {
                orderBy: { id: "asc" },
                select: { title: true, versions: { where: { removedAt: null }, orderBy: { id: "asc" } } },
              },
            },
          },
        },
      },
    },
  });
  if (!order) throw notFound("order");
  return {
    files: order.items.flatMap(({ position, fulfillment }) =>
      (fulfillment?.files ?? []).flatMap(({ title, versions }) =>
        versions.map((version) => ({
          item: position,
          id: version.id,
          title,
          name: version.name,
          bytes: Number(version.bytes),
          status: version.status,
          ...toldOrNull("problem", version.problem),
          upload_url: version.status === "uploading" ? `${uploadsPath}/${version.storageKey}` : null,
          created_at: toTime(version.createdAt),
        })),
      ),
    ),
  };
}

/** Delivers one manual item with the operator's own content, files, or both. */
export async function deliverByHand(
  { actor, client, orderNo }: Command,
  { item: position, content = null }: { item: number; content?: string | null | undefined },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { order, item, fulfillment } = await lockPaidItem(tx, orderNo, position);
    refuseHeld(order);
    await refuseDisputed(tx, order.id);
    const hasFiles = await requireReadyFiles(tx, fulfillment.id);
    if (content === null && !hasFiles) throw new AppError("malformed", "required", { field: "content" });
    if (!(await completeItemDelivery(tx, { orderItemId: item.id, content, actor: actorName(actor) })))
      throw new AppError("state_conflict", "item_finished");
    if (hasFiles) await handOverOwnFiles(tx, { ...item, fulfillmentId: fulfillment.id });
    await endRequests(tx, item.id);
    await recordAudit(tx, actor, client, {
      action: "order.deliver_by_hand",
      target: `order:${orderNo}`,
      data: { item: position },
    });
  });
}
