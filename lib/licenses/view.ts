import { now } from "../core/clock";
import { toTime, toTimeOrNull } from "../core/wire";
import type { LicenseDeviceModel, LicenseModel } from "../db/generated/models";
import type { DeviceView, LicenseView } from "./schema";

export type LicenseRow = Omit<LicenseModel, "keySealed">;

export const isExpired = ({ expiresAt }: { expiresAt: Date | null }, at = now()): boolean =>
  expiresAt !== null && expiresAt <= at;

/**
 * Tells whether a seat still counts: that of a floating license lapses when nobody was heard of for the time of its
 * lease.
 */
export const holdsSeat = ({ leaseEndsAt }: { leaseEndsAt: Date | null }, at = now()): boolean =>
  leaseEndsAt === null || leaseEndsAt > at;

type Claims = Pick<
  LicenseRow,
  "publicId" | "status" | "product" | "plan" | "entitlements" | "maxDevices" | "leaseMinutes" | "expiresAt"
>;

export const claimsView = (row: Claims): Omit<LicenseView, "devices_used"> => ({
  id: row.publicId,
  status: row.status === "revoked" ? "revoked" : isExpired(row) ? "expired" : "active",
  product: row.product,
  plan: row.plan,
  entitlements: row.entitlements,
  max_devices: row.maxDevices,
  lease_minutes: row.leaseMinutes,
  expires_at: toTimeOrNull(row.expiresAt),
});

export const deviceView = (row: LicenseDeviceModel): DeviceView => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  activated_at: toTime(row.activatedAt),
  last_seen_at: toTime(row.lastSeenAt),
  lease_ends_at: toTimeOrNull(row.leaseEndsAt),
});
