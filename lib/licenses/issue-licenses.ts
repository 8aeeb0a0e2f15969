import { addSeconds, now } from "../core/clock";
import { randomCode } from "../core/ids";
import type { Tx } from "../db/transaction";
import { hashLicenseKey, makeLicenseKey, openLicenseKey, sealLicenseKey } from "./license-key";
import type { LicenseSettings } from "./schema";
import { nextLicenseIds } from "./sql";

const day = 86_400;

/**
 * Makes one license for each unit of an order item, in the transaction of its payment. Those that the item has already stay:
 * it is called again after another part of the delivery failed. @returns their keys, in order
 */
export async function issueLicenses(
  tx: Tx,
  { orderItemId, skuId, quantity }: { orderItemId: number; skuId: number; quantity: number },
  settings: LicenseSettings,
): Promise<string[]> {
  const made = await tx.license.findMany({
    where: { orderItemId },
    orderBy: { position: "asc" },
    omit: { keySealed: false },
  });
  const keys = made.map(({ id, keySealed }) => openLicenseKey(id, keySealed));
  if (made.length >= quantity) return keys;
  const ids = await nextLicenseIds(tx, quantity - made.length);
  const createdAt = now();
  const { valid_days: days } = settings;
  const rows = ids.map((id, index) => {
    const key = makeLicenseKey(settings);
    keys.push(key);
    return {
      id,
      publicId: `L${randomCode(20)}`,
      orderItemId,
      position: made.length + index + 1,
      skuId,
      keySealed: sealLicenseKey(id, key),
      keyHash: hashLicenseKey(key),
      product: settings.product,
      plan: settings.plan,
      entitlements: settings.entitlements,
      maxDevices: settings.devices,
      leaseMinutes: settings.lease_minutes,
      offlineDays: settings.offline_days,
      expiresAt: days === null ? null : addSeconds(createdAt, days * day),
      createdAt,
    };
  });
  await tx.license.createMany({ data: rows });
  return keys;
}
