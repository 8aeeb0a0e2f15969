import type { Locale } from "../core/locale";
import { toldOrNull } from "../core/refusals/told";
import { toTime, toTimeOrNull } from "../core/wire";
import { alertText } from "./alerts/alert-texts";
import type { MailStatus } from "./mails/mail-state";

interface MailRow {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  lastError: string | null;
  reference: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export const toMailRow = (row: MailRow) => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  ...toldOrNull("last_error", row.lastError),
  reference: row.reference,
  created_at: toTime(row.createdAt),
  sent_at: toTimeOrNull(row.sentAt),
});

interface AlertRow {
  id: number;
  kind: string;
  message: string;
  data: unknown;
  reference: string | null;
  count: number;
  createdAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
}

export const toAlertRow = (row: AlertRow, locale: Locale) => ({
  id: row.id,
  kind: row.kind,
  message: alertText(row, locale),
  reference: row.reference,
  count: row.count,
  created_at: toTime(row.createdAt),
  last_seen_at: toTime(row.lastSeenAt),
  resolved_at: toTimeOrNull(row.resolvedAt),
});
