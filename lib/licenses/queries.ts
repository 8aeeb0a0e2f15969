import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import { toTime } from "../core/wire";
import { batchReads } from "../db/batches";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { hashLicenseKey } from "./license-key";
import type { invalidReasons, LicensePage, LicenseView, OwnLicenseList } from "./schema";
import { countSeats, seated, shownDevices } from "./seats";
import { type Asked, findLicensesToValidate } from "./sql";
import { claimsView, deviceView, holdsSeat, isExpired, type LicenseRow } from "./view";

const licenseView = async (row: LicenseRow): Promise<LicenseView> => ({
  ...claimsView(row),
  devices_used: await countSeats(db(), row.id),
});

type Reason = (typeof invalidReasons)[number];

const findTogether = batchReads((questions: readonly Asked[]) =>
  findLicensesToValidate(db(), questions, now()),
);
type Found = NonNullable<ReturnType<Awaited<ReturnType<typeof findTogether>>["get"]>>;

function reasonAgainst(found: Found, fingerprint: string | undefined, at: Date): Reason | null {
  if (found.status === "revoked") return "revoked";
  if (isExpired(found, at)) return "expired";
  if (fingerprint === undefined) return null;
  if (found.deviceId === null) return "not_activated";
  return holdsSeat(found, at) ? null : "lease_ended";
}

/** Whether the license is good now, and with a fingerprint whether it is on that device. @throws AppError `not_found` */
export async function validateLicense(body: { license_key: string; fingerprint?: string | undefined }) {
  const { license_key: key, fingerprint } = body;
  const at = now();
  const question: Asked = { keyHash: hashLicenseKey(key), fingerprint: fingerprint ?? null };
  const found = (await findTogether(question)).get(question);
  if (!found) throw notFound("license");
  const reason = reasonAgainst(found, fingerprint, at);
  const license = { ...claimsView(found), devices_used: found.devicesUsed ?? 0 };
  return { valid: reason === null, reason, license, server_time: toTime(at) };
}

/** Shows the license of an id: no key and no device. @throws AppError `not_found` */
export async function getLicense(publicId: string): Promise<LicenseView> {
  const row = await db().license.findUnique({ where: { publicId } });
  if (!row) throw notFound("license");
  return licenseView(row);
}

/**
 * Lists the licenses of an order whose reader the caller has checked, a page at a time. An order that renews a license
 * is of that license alone.
 */
export async function listOrderLicenses(orderId: number, paging: LicensePage): Promise<OwnLicenseList> {
  const renewals = await db().renewal.findMany({
    where: { orderItem: { orderId }, isNew: false, appliedAt: { not: null }, revokedAt: null },
    select: { licenseId: true },
  });
  const renewed = renewals.flatMap(({ licenseId }) => licenseId ?? []);
  const where: Prisma.LicenseWhereInput =
    renewed.length > 0 ? { id: { in: renewed } } : { orderItem: { orderId } };
  const [total, rows] = await Promise.all([
    db().license.count({ where }),
    db().license.findMany({
      where,
      orderBy: [{ orderItemId: "asc" }, { position: "asc" }],
      ...pageSlice(paging),
      include: {
        devices: { where: seated(), orderBy: { id: "asc" }, take: shownDevices },
        _count: { select: { devices: { where: seated() } } },
        orderItem: { select: { title: true, skuName: true } },
      },
    }),
  ]);
  const licenses = rows.map((row) => ({
    ...claimsView(row),
    title: [...new Set([row.orderItem.title, row.orderItem.skuName])].filter(Boolean).join(" · "),
    devices_used: row._count.devices,
    devices: row.devices.map(deviceView),
  }));
  return { licenses, total, ...paging };
}
