import type { AuditRow } from "../../acts/audit-chain";
import { formatMoney } from "../../core/money";
import { toTime, toTimeOrNull } from "../../core/wire";
import type { AccountStatus, StaffRole } from "../../db/generated/client";

export const staffColumns = {
  id: true,
  email: true,
  name: true,
  role: true,
  ownRole: { select: { id: true, name: true } },
  status: true,
  totpEnabledAt: true,
  mustChangePassword: true,
  lastLoginAt: true,
  createdAt: true,
} as const;

interface StaffRow {
  id: number;
  email: string;
  name: string;
  role: StaffRole;
  ownRole: { id: number; name: string } | null;
  status: AccountStatus;
  totpEnabledAt: Date | null;
  mustChangePassword: boolean;
  lastLoginAt: Date | null;
  createdAt: Date;
}

export const toStaffMember = (row: StaffRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  own_role: row.ownRole,
  status: row.status,
  totp_enabled: row.totpEnabledAt !== null,
  must_change_password: row.mustChangePassword,
  last_login_at: toTimeOrNull(row.lastLoginAt),
  created_at: toTime(row.createdAt),
});

export const userRowColumns = {
  id: true,
  email: true,
  nickname: true,
  locale: true,
  status: true,
  isLevelFixed: true,
  tags: true,
  totpEnabledAt: true,
  rechargedCents: true,
  spentCents: true,
  lastLoginAt: true,
  createdAt: true,
  memberLevel: { select: { id: true, name: true } },
} as const;

interface UserRow {
  id: number;
  email: string;
  nickname: string;
  status: AccountStatus;
  isLevelFixed: boolean;
  tags: string[];
  totpEnabledAt: Date | null;
  rechargedCents: bigint;
  spentCents: bigint;
  lastLoginAt: Date | null;
  createdAt: Date;
  memberLevel: { id: number; name: string } | null;
}

export const toUserRow = (row: UserRow) => ({
  id: row.id,
  email: row.email,
  nickname: row.nickname,
  status: row.status,
  member_level: row.memberLevel,
  is_level_fixed: row.isLevelFixed,
  tags: row.tags,
  totp_enabled: row.totpEnabledAt !== null,
  recharged: formatMoney(row.rechargedCents),
  spent: formatMoney(row.spentCents),
  last_login_at: toTimeOrNull(row.lastLoginAt),
  created_at: toTime(row.createdAt),
});

export const toAuditEntry = (row: AuditRow & { id: number }) => ({
  id: row.id,
  actor: row.actor,
  action: row.action,
  target: row.target,
  data: row.data,
  ip: row.ip,
  request_id: row.requestId,
  created_at: toTime(row.createdAt),
});
