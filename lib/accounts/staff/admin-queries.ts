import type { AdminActor } from "../../acts/actor";
import { auditAreas } from "../../acts/audit-actions";
import { permissionsOf } from "../../acts/permissions";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { countLimit, deepPage, deepSlice } from "../../core/paging";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { likeLiteral } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";
import { getSettings } from "../../settings/queries";
import { staffPasswordLength } from "../password/password-policy";
import { toLoginLog } from "../view";
import type { AuditQuery, UserQuery } from "./schema";
import { staffColumns, toAuditEntry, toStaffMember, toUserRow, userRowColumns } from "./view";

export async function getStaffSession(actor: AdminActor) {
  const session = await db().staffSession.findUnique({
    where: { id: actor.sessionId },
    select: {
      expiresAt: true,
      staff: {
        select: {
          ...staffColumns,
          _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
        },
      },
    },
  });
  if (!session) throw notFound("session");
  const { staff } = session;
  const { staffSecondFactor } = await getSettings();
  return {
    ...toStaffMember(staff),
    must_add_second_factor: staffSecondFactor && !staff.totpEnabledAt,
    recovery_codes_left: staff.totpEnabledAt ? staff._count.recoveryCodes : 0,
    min_password_length: staffPasswordLength(staff),
    permissions: permissionsOf(actor),
    session_expires_at: toTime(session.expiresAt),
  };
}

export async function listStaff() {
  const rows = await db().staff.findMany({ orderBy: { id: "asc" }, select: staffColumns });
  return { staff: rows.map(toStaffMember) };
}

const userOrder: Record<UserQuery["sort"], Prisma.UserOrderByWithRelationInput[]> = {
  newest: [{ createdAt: "desc" }, { id: "desc" }],
  oldest: [{ createdAt: "asc" }, { id: "asc" }],
  spent: [{ spentCents: "desc" }, { id: "desc" }],
  last_login: [{ lastLoginAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
};

export function userFilter({
  search,
  status,
  member_level_id,
  tag,
}: Omit<UserQuery, "page" | "per_page" | "sort">): Prisma.UserWhereInput {
  return {
    ...(status ? { status } : {}),
    ...(member_level_id ? { memberLevelId: member_level_id } : {}),
    ...(tag ? { tags: { has: tag } } : {}),
    ...(search
      ? {
          OR: [
            { email: { contains: likeLiteral(search.toLowerCase()) } },
            { nickname: { contains: likeLiteral(search), mode: "insensitive" } },
            ...(/^\d{1,9}$/.test(search) ? [{ id: Number(search) }] : []),
          ],
        }
      : {}),
  };
}

export async function listUsers(query: UserQuery) {
  const where = userFilter(query);
  const [rows, counted] = await Promise.all([
    db().user.findMany({
      where,
      orderBy: userOrder[query.sort],
      select: userRowColumns,
      ...deepSlice(query),
    }),
    db().user.count({ where, ...countLimit }),
  ]);
  return { users: rows.map(toUserRow), ...deepPage(query, counted) };
}

export async function getUserDetail(userId: number) {
  const user = await db().user.findUnique({
    where: { id: userId },
    select: {
      ...userRowColumns,
      note: true,
      mergedInto: { select: { id: true, email: true } },
      identities: {
        select: { label: true, createdAt: true, provider: { select: { name: true } } },
        orderBy: { id: "asc" },
        take: 20,
      },
      loginLogs: { orderBy: { id: "desc" }, take: 20 },
      sessions: {
        where: { revokedAt: null, expiresAt: { gt: now() } },
        orderBy: { createdAt: "desc" },
        take: 20,
      },
      _count: { select: { orders: true, passkeys: true, sessions: { where: { revokedAt: null } } } },
    },
  });
  if (!user) throw notFound("user");
  return {
    ...toUserRow(user),
    locale: user.locale,
    note: user.note,
    merged_into: user.mergedInto,
    passkeys: user._count.passkeys,
    identities: user.identities.map(({ label, createdAt, provider }) => ({
      provider: provider.name,
      label,
      created_at: toTime(createdAt),
    })),
    sessions: user._count.sessions,
    open_sessions: user.sessions.map(({ id, ip, userAgent, lastSeenAt }) => ({
      id,
      ip,
      user_agent: userAgent,
      last_seen_at: toTime(lastSeenAt),
    })),
    orders: user._count.orders,
    login_logs: user.loginLogs.map(toLoginLog),
  };
}

const byWhom = (text: string): Prisma.AuditLogWhereInput[] => [
  { actor: { contains: likeLiteral(text), mode: "insensitive" } },
  ...(/^[\d.:a-f]+$/i.test(text) ? [{ ip: { startsWith: likeLiteral(text.toLowerCase()) } }] : []),
];

/** A noun alone is all that is done to it: `mail` is not `mail_server`. */
const actionPrefix = (text: string): string => (auditAreas.some((area) => area === text) ? `${text}.` : text);

/** A target with its number is that one: `product:1` is not `product:12`. */
export const auditFilter = ({
  search,
  actor,
  action,
  target,
  from,
  to,
}: AuditQuery): Prisma.AuditLogWhereInput => ({
  ...(search ? { OR: byWhom(search) } : {}),
  ...(actor ? { actor: { contains: likeLiteral(actor), mode: "insensitive" } } : {}),
  ...(action ? { action: { startsWith: likeLiteral(actionPrefix(action)) } } : {}),
  ...(from || to ? { createdAt: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } : {}),
  ...(target ? { target: target.includes(":") ? target : { startsWith: likeLiteral(target) } } : {}),
});

export async function listAudit(query: AuditQuery) {
  const where = auditFilter(query);
  const [rows, counted] = await Promise.all([
    db().auditLog.findMany({ where, orderBy: { id: "desc" }, ...deepSlice(query) }),
    db().auditLog.count({ where, ...countLimit }),
  ]);
  return { entries: rows.map(toAuditEntry), ...deepPage(query, counted) };
}
