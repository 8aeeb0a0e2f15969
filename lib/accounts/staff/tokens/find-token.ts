import { type AdminActor, noSession } from "../../../acts/actor";
import { addSeconds, now } from "../../../core/clock";
import { keyedHash } from "../../../core/crypto";
import { AppError } from "../../../core/errors";
import { isIpInRanges } from "../../../core/formats/ip-ranges";
import { newToken } from "../../../core/ids";
import { refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { findFirstDuty } from "../../sessions/session-state";
import { roleColumns } from "../roles/role-columns";

/** Tells the token from every other Bearer; programs that look for lost secrets know it by this. */
export const staffTokenPrefix = "kst_";
const pattern = new RegExp(`^${staffTokenPrefix}[A-Za-z0-9_-]{43}$`);

export const newStaffToken = (): string => `${staffTokenPrefix}${newToken()}`;
export const staffTokenHash = (token: string) => keyedHash("staff-token", token);

/** The last use is written at most this often, unless it comes from another address. */
const usedEverySeconds = 60;

const notValid = () => new AppError("unauthorized", "staff_token_not_valid");

async function noteUse(
  { id, lastUsedAt, lastUsedIp }: { id: number; lastUsedAt: Date | null; lastUsedIp: string | null },
  ip: string,
): Promise<void> {
  const at = now();
  const isNoted = lastUsedAt !== null && lastUsedAt > addSeconds(at, -usedEverySeconds) && lastUsedIp === ip;
  if (isNoted) return;
  await db().staffToken.updateMany({ where: { id }, data: { lastUsedAt: at, lastUsedIp: ip } });
}

/**
 * Finds whom a token stands for. It is over with its person: disabled, with a one-time password, or without the second factor that
 * the shop demands.
 * @throws AppError `unauthorized` for one that is unknown, revoked or over: one answer; `forbidden` from another address
 */
export async function findTokenActor(token: string, ip: string): Promise<AdminActor> {
  if (!pattern.test(token)) throw notValid();
  const row = await db().staffToken.findUnique({
    where: {
      tokenHash: staffTokenHash(token),
      revokedAt: null,
      expiresAt: { gt: now() },
      staff: { status: "active" },
    },
    include: {
      staff: {
        select: {
          ...roleColumns,
          email: true,
          mustChangePassword: true,
          totpEnabledAt: true,
        },
      },
    },
  });
  if (!row) throw notValid();
  if (!isIpInRanges(ip, row.ipAllowList)) throw new AppError("forbidden", refusal("token_address", { ip }));
  const duty = await findFirstDuty(row.staff);
  if (duty) throw new AppError("forbidden", duty);
  const { role, ownRole, email } = row.staff;
  await noteUse(row, ip);
  const { id, name, permissions, dayLimitCents, isProved } = row;
  return {
    kind: "admin",
    staffId: row.staffId,
    sessionId: noSession,
    role,
    ownRole,
    email,
    token: { id, name, permissions, dayLimitCents, isProved },
  };
}
