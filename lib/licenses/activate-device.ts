import { addSeconds, now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { toTime } from "../core/wire";
import { inTransaction, type Tx } from "../db/transaction";
import { hashLicenseKey } from "./license-key";
import type { ActivateBody, Activation } from "./schema";
import { countSeats, findDevice } from "./seats";
import { signLicenseFile } from "./sign-license-file";
import { lockLicense } from "./sql";
import { claimsView, deviceView, holdsSeat, isExpired, type LicenseRow } from "./view";

/** Under a lock, so that devices are counted one after the other. @throws AppError `not_found` */
async function lockLicenseByKey(tx: Tx, key: string) {
  const locked = await lockLicense(tx, hashLicenseKey(key));
  if (!locked) throw notFound("license");
  return tx.license.findUniqueOrThrow({ where: { id: locked.id } });
}

/** @throws AppError `state_conflict` */
function requireUsable(row: LicenseRow): void {
  if (row.status === "revoked") throw new AppError("state_conflict", "license_revoked");
  if (isExpired(row)) throw new AppError("state_conflict", "license_expired");
}

/** A device that was not heard of for the time of its lease has given its seat back. */
type Kind = "activate" | "heartbeat";

/**
 * Takes a place of the license for a device, or keeps it. The same fingerprint again is the same activation, whatever is sent
 * at the same moment: the license's row is locked. @throws AppError `not_found`, `state_conflict`
 */
async function takePlace(body: ActivateBody, kind: Kind): Promise<Activation> {
  const { license, device, used } = await inTransaction(async (tx) => {
    const at = now();
    const row = await lockLicenseByKey(tx, body.license_key);
    requireUsable(row);
    const [known, taken] = [await findDevice(tx, row.id, body.fingerprint), await countSeats(tx, row.id, at)];
    const isNew = known === null || !holdsSeat(known, at);
    const others = isNew ? taken : taken - 1;
    if (kind === "heartbeat" && !known) throw new AppError("state_conflict", "license_not_activated");
    if (isNew && others >= row.maxDevices)
      throw new AppError("state_conflict", refusal("license_full", { max: row.maxDevices }));
    const lease = { leaseEndsAt: row.leaseMinutes === null ? null : addSeconds(at, row.leaseMinutes * 60) };
    const seen = { lastSeenAt: at, ...lease };
    if (known) {
      const names = kind === "activate" ? { name: body.name, platform: body.platform } : {};
      const data = { ...seen, ...names, ...(isNew ? { activatedAt: at } : {}) };
      return {
        license: row,
        device: await tx.licenseDevice.update({ where: { id: known.id }, data }),
        used: others + 1,
      };
    }
    // Seats that nobody holds any more would fill the list of a floating license.
    if (row.leaseMinutes !== null)
      await tx.licenseDevice.deleteMany({ where: { licenseId: row.id, leaseEndsAt: { lte: at } } });
    const { fingerprint, name, platform } = body;
    const device = await tx.licenseDevice.create({
      data: { licenseId: row.id, fingerprint, name, platform, activatedAt: at, ...seen },
    });
    return { license: row, device, used: others + 1 };
  });
  return {
    license: { ...claimsView(license), devices_used: used },
    device: deviceView(device),
    license_file: await signLicenseFile(license, device),
    server_time: toTime(now()),
  };
}

export const activateDevice = (body: ActivateBody) => takePlace(body, "activate");

/** Keeps a floating seat, and brings a new license file with the time that the shop says. */
export const renewLease = (body: { license_key: string; fingerprint: string }) =>
  takePlace({ ...body, name: "", platform: "" }, "heartbeat");

/** Gives a device's place back; one that has none is no mistake, as the call may come twice. @throws AppError `not_found` */
export const deactivateDevice = (body: { license_key: string; fingerprint: string }) =>
  inTransaction(async (tx) => {
    const row = await lockLicenseByKey(tx, body.license_key);
    const { count } = await tx.licenseDevice.deleteMany({
      where: { licenseId: row.id, fingerprint: body.fingerprint },
    });
    const left = await countSeats(tx, row.id);
    return { deactivated: count > 0, license: { ...claimsView(row), devices_used: left } };
  });
