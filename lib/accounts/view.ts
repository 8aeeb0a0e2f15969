import { toLocale } from "../core/locale";
import { inLanguage, type Lang } from "../core/translations";
import { toTime, toTimeOrNull } from "../core/wire";
import type { CurrentUser } from "./schema";

/** The columns of a user that anybody may be shown. */
export const userColumns = {
  id: true,
  email: true,
  nickname: true,
  avatar: true,
  locale: true,
  totpEnabledAt: true,
  createdAt: true,
  memberLevel: {
    select: { id: true, slug: true, name: true, translations: true, icon: true, discountPercent: true },
  },
} as const;

interface UserRow {
  id: number;
  email: string;
  nickname: string;
  avatar: string | null;
  locale: string;
  totpEnabledAt: Date | null;
  createdAt: Date;
  memberLevel: {
    id: number;
    slug: string;
    name: string;
    translations: unknown;
    icon: string | null;
    discountPercent: number;
  } | null;
}

/** The level is named in the language of the account, or of the page that is drawn. */
export const toCurrentUser = (user: UserRow, lang: Lang = toLocale(user.locale)): CurrentUser => ({
  id: user.id,
  email: user.email,
  nickname: user.nickname,
  avatar: user.avatar,
  locale: user.locale,
  member_level: user.memberLevel && {
    id: user.memberLevel.id,
    slug: user.memberLevel.slug,
    name: inLanguage(user.memberLevel, lang).name,
    icon: user.memberLevel.icon,
    discount_percent: user.memberLevel.discountPercent,
  },
  totp_enabled: user.totpEnabledAt !== null,
  created_at: toTime(user.createdAt),
});

interface LoginLogRow {
  id: number;
  ip: string;
  userAgent: string;
  result: string;
  reason: string | null;
  via: string | null;
  createdAt: Date;
}

export const toLoginLog = (row: LoginLogRow) => ({
  id: row.id,
  ip: row.ip,
  user_agent: row.userAgent,
  result: row.result === "success" ? ("success" as const) : ("failed" as const),
  reason: row.reason,
  via: row.via,
  created_at: toTime(row.createdAt),
});

interface SessionRow {
  id: string;
  ip: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

export const toSession = (row: SessionRow, currentId: string) => ({
  id: row.id,
  ip: row.ip,
  user_agent: row.userAgent,
  created_at: toTime(row.createdAt),
  last_seen_at: toTime(row.lastSeenAt),
  expires_at: toTime(row.expiresAt),
  is_current: row.id === currentId,
});

export const toTotpStatus = (enabledAt: Date | null, recoveryCodesLeft: number) => ({
  enabled: enabledAt !== null,
  enabled_at: toTimeOrNull(enabledAt),
  recovery_codes_left: recoveryCodesLeft,
});
