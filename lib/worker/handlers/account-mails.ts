import { codeSeconds, isCodePurpose, isCurrentCode, openEmailCode } from "../../accounts/codes/email-code";
import { findCodeMail, findRecipient } from "../../accounts/queries";
import { getConfig } from "../../config/config";
import { nameDevice } from "../../core/formats/name-device";
import { inTransaction } from "../../db/transaction";
import type { JobPayloads } from "../../jobs/kinds";
import { queueMail } from "../../notifications/mails/queue-mail";

/** Sends nothing for a code that was used or replaced, and nothing to an address without an account (A2). */
export async function mailCode({
  emailCodeId,
  sealedCode,
  locale,
}: JobPayloads["account.code"]): Promise<void> {
  const row = await findCodeMail(emailCodeId);
  if (!row || !isCodePurpose(row.purpose)) return;
  const code = openEmailCode(emailCodeId, sealedCode);
  if (!isCurrentCode(row, code)) return;
  const { purpose, email, hasAccount, createdAt } = row;
  const data = { purpose, code, minutes: codeSeconds / 60, hasAccount };
  const dedupeKey = `account.code:${emailCodeId}:${createdAt.getTime()}`;
  await inTransaction((tx) => queueMail(tx, { kind: "code", to: email, locale, data, dedupeKey }));
}

export async function mailSecurity(payload: JobPayloads["account.security"]): Promise<void> {
  const { userId, event, at, ip, userAgent } = payload;
  const user = await findRecipient(userId);
  if (!user) return;
  const url = `${getConfig().server.baseUrl}/account/security`;
  const data = {
    event,
    at: new Date(at),
    ip,
    device: userAgent === null ? null : nameDevice(userAgent),
    url,
  };
  const to = payload.to ?? user.email;
  const dedupeKey = `account.security:${userId}:${event}:${at}`;
  await inTransaction((tx) =>
    queueMail(tx, {
      kind: "security",
      to,
      locale: user.locale,
      data,
      dedupeKey,
      reference: `user:${userId}`,
    }),
  );
}
