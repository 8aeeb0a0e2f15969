import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { notFound } from "../core/errors";
import { inTransaction, type Tx } from "../db/transaction";
import { lockLicenseById } from "./sql";

interface Place {
  publicId: string;
  deviceId: number;
}

async function free(tx: Tx, { publicId, deviceId }: Place, orderId?: number): Promise<void> {
  const locked = await lockLicenseById(tx, publicId);
  const renewing = { some: { orderItem: { orderId }, appliedAt: { not: null }, revokedAt: null } };
  const ofOrder =
    orderId === undefined ? {} : { license: { OR: [{ orderItem: { orderId } }, { renewals: renewing }] } };
  const { count } = await tx.licenseDevice.deleteMany({
    where: { id: deviceId, licenseId: locked?.id ?? 0, ...ofOrder },
  });
  if (count === 0) throw notFound("device");
}

/** The buyer of the order gives a device's place back; its license file ends by itself. @throws AppError `not_found` */
export const freeOwnDevice = (orderId: number, place: Place): Promise<{ freed: true }> =>
  inTransaction(async (tx) => {
    await free(tx, place, orderId);
    return { freed: true };
  });

export const freeDevice = (actor: AdminActor, client: ClientInfo, place: Place): Promise<{ freed: true }> =>
  inTransaction(async (tx) => {
    await free(tx, place);
    await recordAudit(tx, actor, client, {
      action: "license.free_device",
      target: `license:${place.publicId}`,
      data: { device: place.deviceId },
    });
    return { freed: true };
  });
