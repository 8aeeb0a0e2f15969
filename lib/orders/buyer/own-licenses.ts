import type { GuestActor, UserActor } from "../../acts/actor";
import { freeOwnDevice } from "../../licenses/free-device";
import { listOrderLicenses } from "../../licenses/queries";
import type { LicensePage } from "../../licenses/schema";
import { getOwnOrderId } from "../queries";

type Buyer = GuestActor | UserActor;

/** @throws AppError `not_found` */
export const listOwnLicenses = async (actor: Buyer, orderNo: string, paging: LicensePage) =>
  listOrderLicenses(await getOwnOrderId(actor, orderNo), paging);

/** @throws AppError `not_found` */
export const freeDeviceOfOrder = async (
  actor: Buyer,
  params: { order_no: string; license_id: string; device_id: number },
) =>
  freeOwnDevice(await getOwnOrderId(actor, params.order_no), {
    publicId: params.license_id,
    deviceId: params.device_id,
  });
