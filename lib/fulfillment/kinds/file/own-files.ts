import type { AdminActor } from "../../../acts/actor";
import { requirePermission } from "../../../acts/permissions";
import { AppError } from "../../../core/errors";
import type { Reader, Tx } from "../../../db/transaction";
import { grantDownloads } from "./file";

/** Files that one delivery may have. */
export const maxOwnFiles = 20;

/** Files of one order belong to the work on orders; those of an option to the catalogue. */
export const requireFilePermission = (
  actor: AdminActor,
  file: { fulfillmentId: number | null } | null,
): void => requirePermission(actor, file && file.fulfillmentId !== null ? "orders:write" : "catalogue:write");

/** A file with what it belongs to, for the audit log. */
export const withOwner = {
  include: {
    fulfillment: { select: { orderItem: { select: { order: { select: { orderNo: true } } } } } },
  },
} as const;

interface Owned {
  skuId: number | null;
  fulfillment: { orderItem: { order: { orderNo: string } } } | null;
}

export const ownerOf = ({ skuId, fulfillment }: Owned): string =>
  fulfillment ? `order:${fulfillment.orderItem.order.orderNo}` : `sku:${skuId}`;

/** The last versions of the files that a person made for this delivery. */
const versionsOf = (reader: Reader, fulfillmentId: number) =>
  reader.fileVersion.findMany({
    where: { file: { fulfillmentId }, removedAt: null },
    select: { status: true },
    take: maxOwnFiles + 1,
  });

/** Whether one more file fits. The order is locked. */
export const hasRoomForFile = async (tx: Tx, fulfillmentId: number): Promise<boolean> =>
  (await versionsOf(tx, fulfillmentId)).length < maxOwnFiles;

/** @throws AppError `state_conflict` while one of them is not ready. @returns whether there are any */
export async function requireReadyFiles(tx: Tx, fulfillmentId: number): Promise<boolean> {
  const versions = await versionsOf(tx, fulfillmentId);
  if (versions.some(({ status }) => status !== "ready"))
    throw new AppError("state_conflict", "file_not_ready", { field: "content" });
  return versions.length > 0;
}

interface Delivered {
  id: number;
  skuId: number;
  quantity: number;
  fulfillers: readonly string[];
  fulfillmentId: number;
}

/** Opens the files of a delivery to its buyer. An item that delivers the option's files already has its right to download. */
export async function handOverOwnFiles(tx: Tx, { id, fulfillers, ...owner }: Delivered): Promise<void> {
  if (fulfillers.includes("file")) return;
  await grantDownloads(tx, { ...owner, isOwnOnly: true });
  await tx.orderItem.update({ where: { id }, data: { fulfillers: [...fulfillers, "file"] } });
}
