import { randomUUID } from "node:crypto";
import { canonicalEmail } from "@/lib/accounts/canonical-email";
import { isCurrentCode, openEmailCode } from "@/lib/accounts/codes/email-code";
import { hashPassword } from "@/lib/accounts/password/hash-password";
import { signAccessToken } from "@/lib/accounts/sessions/access-token";
import { staffSessionSeconds, userSessionSeconds } from "@/lib/accounts/sessions/session-state";
import { signSessionToken } from "@/lib/accounts/sessions/session-token";
import { newStaffToken, staffTokenHash } from "@/lib/accounts/staff/tokens/find-token";
import type { Permission } from "@/lib/acts/permissions";
import { addSeconds, now, secondsFromNow } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sessionCookieName } from "@/lib/http/caller/session";
import { aStaff, aUser } from "./products";

export const goodPassword = "correct horse battery staple";
let hashed: Promise<string> | undefined;
const passwordHash = () => {
  hashed ??= hashPassword(goodPassword);
  return hashed;
};

/** A user whose password is `goodPassword`. */
export const aRegisteredUser = async (data: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
  aUser({ passwordHash: await passwordHash(), ...data });

/** A user with an open session: what a Bearer call and a browser need. */
export async function aLoggedInUser(data: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  const user = await aRegisteredUser(data);
  const at = now();
  const session = await db().session.create({
    data: {
      id: randomUUID(),
      userId: user.id,
      ip: "203.0.113.7",
      userAgent: "test",
      lastSeenAt: at,
      createdAt: at,
      expiresAt: secondsFromNow(userSessionSeconds),
    },
  });
  const { token } = await signAccessToken({ userId: user.id, sessionId: session.id });
  const cookie = `${sessionCookieName("user")}=${await signSessionToken("user", session.id, userSessionSeconds)}`;
  return { user, session, token, cookie };
}

/** Staff who have just logged in, by cookie; the headers are a browser's on the shop's own pages. */
export async function aLoggedInAdmin(data: Partial<Prisma.StaffUncheckedCreateInput> = {}) {
  const staff = await aStaff({ passwordHash: await passwordHash(), ...data });
  const at = now();
  const session = await db().staffSession.create({
    data: {
      id: randomUUID(),
      staffId: staff.id,
      ip: "203.0.113.7",
      userAgent: "test",
      lastSeenAt: at,
      provedAt: at,
      createdAt: at,
      expiresAt: addSeconds(at, staffSessionSeconds),
    },
  });
  const cookie = `${sessionCookieName("admin")}=${await signSessionToken("admin", session.id, staffSessionSeconds)}`;
  return { staff, session, cookie, headers: { cookie, ...sameOrigin } };
}

type TokenData = Partial<Prisma.StaffTokenUncheckedCreateInput>;

/** A token of a member of staff, of an owner where none is named; the headers are a program's. */
export async function aStaffToken(
  permissions: readonly Permission[],
  { staff, ...data }: TokenData & { staff?: { id: number } } = {},
) {
  const owner = staff ?? (await aStaff());
  const token = newStaffToken();
  const row = await db().staffToken.create({
    data: {
      staffId: owner.id,
      name: `program-${randomUUID()}`,
      tokenHash: staffTokenHash(token),
      permissions: [...permissions],
      isProved: false,
      createdAt: now(),
      expiresAt: addSeconds(now(), 86_400),
      ...data,
    },
  });
  return { token, row, staff: owner, headers: { authorization: `Bearer ${token}` } };
}

export const sameOrigin = { origin: "http://localhost:8080", "sec-fetch-site": "same-origin" };

interface CodeJob {
  emailCodeId: number;
  sealedCode: string;
}

/** The code as the mail job carries it; null when none was sent. */
export async function sentCode(email: string, purpose: string): Promise<string | null> {
  const slot = { email: canonicalEmail(email), purpose };
  const row = await db().emailCode.findUnique({ where: { email_purpose: slot } });
  const jobs = await db().$queryRaw<{ payload: CodeJob }[]>`
    SELECT j.payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'account.code' ORDER BY j.id DESC`;
  for (const { payload } of jobs) {
    if (payload.emailCodeId !== row?.id) continue;
    const code = openEmailCode(payload.emailCodeId, payload.sealedCode);
    if (isCurrentCode(row, code)) return code;
  }
  return null;
}

export const wrongCode = (code: string | null) => (code === "000000" ? "000001" : "000000");

/** How many jobs of a kind wait, for "exactly one mail". */
export async function jobsOf(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await db().$queryRaw<{ payload: Record<string, unknown> }[]>`
    SELECT j.payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = ${kind} ORDER BY j.id`;
  return rows.map((row) => row.payload);
}
