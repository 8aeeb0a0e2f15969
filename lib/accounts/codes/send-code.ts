import type { AnonymousActor, ClientInfo, UserActor } from "../../acts/actor";
import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { canonicalEmail } from "../canonical-email";
import { requireCaptcha } from "../captcha/require-captcha";
import type { CaptchaInput, CodePurpose } from "../schema";
import { codeGapSeconds, takeCodeMail } from "../sessions/throttle-login";
import { codeSeconds, issueEmailCode } from "./email-code";

interface CodeRequest {
  email: string;
  purpose: CodePurpose;
  captcha?: CaptchaInput | undefined;
}

const sent = { sent: true, resend_after: codeGapSeconds, expires_in: codeSeconds };

/**
 * Does the same work and answers the same whether or not the address has an account: who gets which mail is decided when
 * the mail is written. @throws AppError `rate_limited`, `captcha_invalid`
 */
export async function sendCode(
  actor: AnonymousActor | UserActor,
  { email, purpose, captcha }: CodeRequest,
  client: ClientInfo,
): Promise<typeof sent> {
  const slot = { email: canonicalEmail(email), purpose };
  if (purpose === "change_email" && actor.kind !== "user") throw new AppError("unauthorized", "log_in_first");
  if (purpose === "register" && !(await getSettings()).features.registration) {
    throw new AppError("feature_disabled", "registration_off");
  }
  await requireCaptcha("send_code", captcha, client);
  await takeCodeMail(slot.email, client.ip);
  const locale = await client.readLocale();
  await inTransaction((tx) => issueEmailCode(tx, slot, locale));
  return sent;
}

/** The first half of password recovery. */
export async function sendResetCode(
  { email, captcha }: { email: string; captcha?: CaptchaInput | undefined },
  client: ClientInfo,
): Promise<typeof sent> {
  const slot = { email: canonicalEmail(email), purpose: "reset" as const };
  await requireCaptcha("forgot", captcha, client);
  await takeCodeMail(slot.email, client.ip);
  const locale = await client.readLocale();
  await inTransaction((tx) => issueEmailCode(tx, slot, locale));
  return sent;
}
