import { AppError, notFound } from "../core/errors";
import type { Tx } from "../db/transaction";
import { hashLicenseKey } from "./license-key";
import { lockLicense } from "./sql";
import { isExpired, type LicenseRow } from "./view";

/** Under a lock, so that devices are counted one after the other. @throws AppError `not_found` */
export async function lockLicenseByKey(tx: Tx, key: string) {
  const locked = await lockLicense(tx, hashLicenseKey(key));
  if (!locked) throw notFound("license");
  return tx.license.findUniqueOrThrow({ where: { id: locked.id } });
}

/** @throws AppError `state_conflict` */
export function requireUsable(row: LicenseRow): void {
  if (row.status === "revoked") throw new AppError("state_conflict", "license_revoked");
  if (isExpired(row)) throw new AppError("state_conflict", "license_expired");
}
