import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { toTime } from "../core/wire";
import { db } from "../db/client";
import { findLicense } from "./find-license";
import type { invalidReasons, LicenseView, OwnLicense } from "./schema";
import { countSeats, findDevice, seated, shownDevices } from "./seats";
import { claimsView, deviceView, holdsSeat, isExpired, type LicenseRow } from "./view";

const licenseView = async (row: LicenseRow): Promise<LicenseView> => ({
  ...claimsView(row),
  devices_used: await countSeats(db(), row.id),
});

type Reason = (typeof invalidReasons)[number];

async function reasonAgainst(row: LicenseRow, fingerprint: string | undefined): Promise<Reason | null> {
  if (row.status === "revoked") return "revoked";
  if (isExpired(row)) return "expired";
  if (fingerprint === undefined) return null;
  const device = await findDevice(db(), row.id, fingerprint);
  if (!device) return "not_activated";
  return holdsSeat(device) ? null : "lease_ended";
}

/** Whether the license is good now, and with a fingerprint whether it is on that device. @throws AppError `not_found` */
export async function validateLicense(body: { license_key: string; fingerprint?: string | undefined }) {
  const row = await findLicense(body.license_key);
  const [reason, license] = await Promise.all([reasonAgainst(row, body.fingerprint), licenseView(row)]);
  return { valid: reason === null, reason, license, server_time: toTime(now()) };
}

/** What the id alone tells: no key and no device. @throws AppError `not_found` */
export async function getLicense(publicId: string): Promise<LicenseView> {
  const row = await db().license.findUnique({ where: { publicId } });
  if (!row) throw notFound("license");
  return licenseView(row);
}

/** Of an order whose reader the caller has checked. */
export async function listOrderLicenses(orderId: number): Promise<OwnLicense[]> {
  const rows = await db().license.findMany({
    where: { orderItem: { orderId } },
    orderBy: [{ orderItemId: "asc" }, { position: "asc" }],
    take: 200,
    include: {
      devices: { where: seated(), orderBy: { id: "asc" }, take: shownDevices },
      _count: { select: { devices: { where: seated() } } },
    },
  });
  return rows.map((row) => ({
    ...claimsView(row),
    devices_used: row._count.devices,
    devices: row.devices.map(deviceView),
  }));
}
