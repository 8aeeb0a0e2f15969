import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { notFound } from "../core/errors";
import { requireUnchanged } from "../core/refusals/require-unchanged";
import { toTimeOrNull } from "../core/wire";
import { inTransaction } from "../db/transaction";
import { moveLicenses } from "./move-license";
import type { LicensePatch } from "./schema";
import { rotateKey } from "./signing-keys";
import { lockLicenseById } from "./sql";

/** Renews a license, ends it or lets it live again. @throws AppError `not_found`, `state_conflict` */
export const changeLicense = (
  actor: AdminActor,
  client: ClientInfo,
  publicId: string,
  { expires_at: expiresAt, revoked, seen }: LicensePatch,
): Promise<{ id: string }> =>
  inTransaction(async (tx) => {
    const found = await lockLicenseById(tx, publicId);
    if (!found) throw notFound("license");
    const before = await tx.license.findUniqueOrThrow({ where: { id: found.id } });
    const shown = { expires_at: toTimeOrNull(before.expiresAt), revoked: before.status === "revoked" };
    requireUnchanged(shown, seen);
    const status = revoked === undefined ? before.status : revoked ? "revoked" : "active";
    await moveLicenses(tx, { id: found.id }, status);
    if (expiresAt !== undefined) await tx.license.update({ where: { id: found.id }, data: { expiresAt } });
    await recordAudit(tx, actor, client, {
      action: "license.update",
      target: `license:${publicId}`,
      data: {
        status: { from: before.status, to: status },
        ...(expiresAt === undefined
          ? {}
          : { expiresAt: { from: toTimeOrNull(before.expiresAt), to: toTimeOrNull(expiresAt) } }),
      },
    });
    return { id: publicId };
  });

/** New files are signed with a new key. Withdrawn former keys are published no more; without it they sign nothing and stay. */
export const rotateSigningKey = (
  actor: AdminActor,
  client: ClientInfo,
  { withdraw }: { withdraw: boolean },
): Promise<{ kid: string }> =>
  inTransaction(async (tx) => {
    const kid = await rotateKey(tx, { withdraw });
    const action = withdraw ? "license.withdraw_keys" : "license.rotate_key";
    await recordAudit(tx, actor, client, { action, target: `license_key:${kid}` });
    return { kid };
  });
