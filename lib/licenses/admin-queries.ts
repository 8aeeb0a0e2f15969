import { now } from "../core/clock";
import { pageSlice } from "../core/paging";
import { toTime } from "../core/wire";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { hashLicenseKey } from "./license-key";
import type { AdminLicenseList, AdminLicenseQuery } from "./schema";
import { seated, shownDevices } from "./seats";
import { claimsView, deviceView } from "./view";

function inStatus(status: AdminLicenseQuery["status"]): Prisma.LicenseWhereInput {
  if (status === undefined) return {};
  if (status === "revoked") return { status };
  const at = now();
  return status === "expired"
    ? { status: "active", expiresAt: { lte: at } }
    : { status: "active", OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] };
}

/** Exact, each by an index: part of a key is never looked up. */
async function named(search: string | undefined): Promise<Prisma.LicenseWhereInput> {
  if (search === undefined) return {};
  // Ahead of the licenses: a condition on the order beside two on the license would read every license.
  const order = await db().order.findUnique({
    where: { orderNo: search.toUpperCase() },
    select: { items: { select: { id: true } } },
  });
  return {
    OR: [
      { keyHash: hashLicenseKey(search) },
      { publicId: search.toUpperCase() },
      { orderItemId: { in: order?.items.map(({ id }) => id) ?? [] } },
    ],
  };
}

const licenseFilter = async ({ status, search }: AdminLicenseQuery): Promise<Prisma.LicenseWhereInput> => ({
  AND: [inStatus(status), await named(search)],
});

export async function listLicenses(query: AdminLicenseQuery): Promise<AdminLicenseList> {
  const where = await licenseFilter(query);
  const [total, rows] = await Promise.all([
    db().license.count({ where }),
    db().license.findMany({
      where,
      orderBy: { id: "desc" },
      ...pageSlice(query),
      include: {
        devices: { where: seated(), orderBy: { id: "asc" }, take: shownDevices },
        _count: { select: { devices: { where: seated() } } },
        orderItem: { select: { order: { select: { orderNo: true } } } },
      },
    }),
  ]);
  return {
    licenses: rows.map((row) => ({
      ...claimsView(row),
      order_no: row.orderItem.order.orderNo,
      sku_id: row.skuId,
      devices_used: row._count.devices,
      devices: row.devices.map(deviceView),
      created_at: toTime(row.createdAt),
    })),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}

/** Reads the same list on, by ascending id; without keys and devices. */
export async function licenseReader(query: AdminLicenseQuery) {
  const where = await licenseFilter(query);
  return async (after: number, take: number) => {
    const rows = await db().license.findMany({
      where: { AND: [where, { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take,
      include: {
        _count: { select: { devices: { where: seated() } } },
        orderItem: { select: { order: { select: { orderNo: true } } } },
      },
    });
    return rows.map((row) => ({
      ...claimsView(row),
      id: row.id,
      license_id: row.publicId,
      order_no: row.orderItem.order.orderNo,
      sku_id: row.skuId,
      devices_used: row._count.devices,
      created_at: toTime(row.createdAt),
    }));
  };
}
