import { SignJWT } from "jose";
import { getConfig } from "../config/config";
import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";
import { currentKey, signingAlgorithm } from "./signing-keys";
import type { LicenseRow } from "./view";

const day = 86_400;
/** A file that was signed before is over by then, so the list need not name its license any more. */
const revokedSeconds = 400 * day;
/** A revocation list that is older than this should be fetched again. */
const listSeconds = 7 * day;

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

async function sign(payload: Record<string, unknown>, type: string, endsAt: Date): Promise<string> {
  const { kid, key } = await currentKey();
  return new SignJWT(payload)
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: type })
    .setIssuer(getConfig().server.baseUrl)
    .setIssuedAt(toSeconds(now()))
    .setExpirationTime(toSeconds(endsAt))
    .sign(key);
}

/**
 * Makes the file that the software keeps beside it: a compact JWS (RFC 7515, EdDSA of RFC 8037) of the claims on one
 * device. `iat` is the last time that the shop said: a clock before it was set back. It ends with the license, the
 * lease or the days without contact.
 */
export function signLicenseFile(
  license: LicenseRow,
  device: { fingerprint: string; leaseEndsAt: Date | null },
): Promise<string> {
  const ends = [addSeconds(now(), license.offlineDays * day), license.expiresAt, device.leaseEndsAt];
  const endsAt = new Date(Math.min(...ends.flatMap((at) => (at ? [at.getTime()] : []))));
  return sign(
    {
      sub: license.publicId,
      product: license.product,
      plan: license.plan,
      entitlements: license.entitlements,
      max_devices: license.maxDevices,
      license_exp: license.expiresAt ? toSeconds(license.expiresAt) : null,
      fingerprint: device.fingerprint,
    },
    "license+jwt",
    endsAt,
  );
}

/** The ids of revoked licenses, signed the same way. */
export async function signRevocationList(): Promise<string> {
  const rows = await db().license.findMany({
    where: { revokedAt: { gt: addSeconds(now(), -revokedSeconds) } },
    orderBy: { revokedAt: "asc" },
    select: { publicId: true },
  });
  const revoked = rows.map(({ publicId }) => publicId);
  return sign({ revoked }, "license-revocations+jwt", addSeconds(now(), listSeconds));
}
