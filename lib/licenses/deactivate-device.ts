import { inTransaction } from "../db/transaction";
import { lockLicenseByKey } from "./find-license";
import { countSeats } from "./seats";
import { claimsView } from "./view";

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
