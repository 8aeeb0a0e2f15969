import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { longestCode, readCode } from "../../../core/codes";
import { AppError } from "../../../core/errors";
import { newUuid } from "../../../core/ids";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { canonicalEmail } from "../../canonical-email";
import { hashPassword, needsRehash, verifyPassword } from "../../password/hash-password";
import { logLogin } from "../../sessions/log-login";
import { staffSessionSeconds } from "../../sessions/session-state";
import { type CountedAttempt, openLoginGate } from "../../sessions/throttle-login";
import { lockPasswordOfStaff } from "../../sql/accounts";
import { spendStaffCode } from "../proof/spend-staff-code";
import { spendStaffRecoveryCode } from "../proof/staff-recovery-codes";
import { isOver } from "./one-time-password";
import { reportFailedLogin, reportNewPlace } from "./report-sign-in";

export type StaffLogin = { kind: "totp_required" } | { kind: "logged_in"; sessionId: string; email: string };

async function openStaffSession(
  tx: Tx,
  staff: { id: number; email: string },
  client: ClientInfo,
): Promise<string> {
  const at = now();
  const id = newUuid();
  await tx.staffSession.create({
    data: {
      id,
      staffId: staff.id,
      ip: client.ip,
      userAgent: client.userAgent,
      createdAt: at,
      lastSeenAt: at,
      provedAt: at,
      expiresAt: addSeconds(at, staffSessionSeconds),
    },
  });
  const { role } = await tx.staff.update({
    where: { id: staff.id },
    data: { lastLoginAt: at },
    select: { role: true },
  });
  await reportNewPlace(tx, staff, client);
  await logLogin(tx, client, { staffId: staff.id, email: staff.email });
  const actor: AdminActor = { kind: "admin", staffId: staff.id, sessionId: id, role, email: staff.email };
  await recordAudit(tx, actor, client, { action: "staff.login", target: `staff:${staff.id}` });
  return id;
}

const wrong = () => new AppError("unauthorized", "wrong_login");

/** A11: a password that was changed while the old one was being checked opens nothing. The row stays locked. */
async function confirmPassword(tx: Tx, staffId: number, password: string, checked: string): Promise<void> {
  const row = await lockPasswordOfStaff(tx, staffId);
  if (row?.hash !== checked && !(await verifyPassword(row?.hash ?? null, password))) throw wrong();
}

/** Six digits are the app's; anything else is a recovery code. */
function spendFactor(tx: Tx, staffId: number, typed: string): Promise<boolean> {
  const code = readCode(typed.slice(0, longestCode)).replaceAll("-", "");
  return /^\d{6}$/.test(code) ? spendStaffCode(tx, staffId, code) : spendStaffRecoveryCode(tx, staffId, code);
}

/**
 * One call with password and, where it is on, the code: without it the answer asks for it and the form is sent again.
 * @throws AppError `rate_limited`, `unauthorized`, `totp_invalid`, `account_disabled`, `malformed`
 */
export async function loginStaff(
  input: { email: string; password: string; code?: string | undefined },
  client: ClientInfo,
): Promise<StaffLogin> {
  const email = canonicalEmail(input.email);
  const gate = await openLoginGate("staff", email, client.ip);
  return gate.attempt((made) => proveStaff({ ...input, email }, client, made));
}

async function proveStaff(
  input: { email: string; password: string; code?: string | undefined },
  client: ClientInfo,
  made: CountedAttempt,
): Promise<StaffLogin> {
  const { email } = input;
  const staff = await db().staff.findUnique({
    where: { email },
    select: {
      id: true,
      email: true,
      passwordHash: true,
      status: true,
      totpEnabledAt: true,
      mustChangePassword: true,
      oneTimeUntil: true,
    },
  });
  const staffId = staff?.id ?? null;
  if (!(await verifyPassword(staff?.passwordHash ?? null, input.password)) || !staff) {
    await reportFailedLogin({ staffId, email }, staff ? "wrong_password" : "unknown_account", client);
    throw wrong();
  }
  if (staff.status === "disabled") {
    await reportFailedLogin({ staffId, email }, "disabled", client);
    throw new AppError("account_disabled", "staff_account_disabled");
  }
  if (isOver(staff)) {
    await reportFailedLogin({ staffId, email }, "one_time_over", client);
    throw new AppError("account_disabled", "one_time_password_over");
  }
  if (staff.totpEnabledAt && !input.code) {
    // The password was right: asking for the code is no failed try, and tells nothing to who does not know the password.
    await made.giveBack();
    return { kind: "totp_required" };
  }
  const { passwordHash } = staff;
  if (needsRehash(passwordHash)) {
    const fresh = await hashPassword(input.password);
    await db().staff.updateMany({ where: { id: staff.id, passwordHash }, data: { passwordHash: fresh } });
  }
  const sessionId = await inTransaction(async (tx) => {
    await confirmPassword(tx, staff.id, input.password, passwordHash);
    if (staff.totpEnabledAt && !(await spendFactor(tx, staff.id, input.code ?? ""))) return null;
    return openStaffSession(tx, staff, client);
  });
  if (sessionId === null) {
    await reportFailedLogin({ staffId, email }, "wrong_code", client);
    throw new AppError("totp_invalid", "wrong_totp", {
      field: "code",
    });
  }
  await made.clear();
  return { kind: "logged_in", sessionId, email };
}
