import { now } from "../core/clock";
import type { Prisma } from "../db/generated/client";
import type { Reader } from "../db/transaction";

/** Most devices shown of a license: the others are counted. */
export const shownDevices = 100;

/** Devices whose seat has not lapsed: `holdsSeat` in SQL. */
export const seated = (at: Date = now()): Prisma.LicenseDeviceWhereInput => ({
  OR: [{ leaseEndsAt: null }, { leaseEndsAt: { gt: at } }],
});

/** Counted by the database: a floating license may have thousands. */
export const countSeats = (reader: Reader, licenseId: number, at?: Date): Promise<number> =>
  reader.licenseDevice.count({ where: { licenseId, ...seated(at) } });

export const findDevice = (reader: Reader, licenseId: number, fingerprint: string) =>
  reader.licenseDevice.findUnique({ where: { licenseId_fingerprint: { licenseId, fingerprint } } });
