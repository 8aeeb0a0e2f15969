import type { ClientInfo } from "../acts/actor";
import { AppError } from "../core/errors";
import { inTransaction } from "../db/transaction";
import { isUniqueViolation } from "../db/unique-violation";
import { getSettings } from "../settings/queries";
import { canonicalEmail } from "./canonical-email";
import { requireCaptcha } from "./captcha/require-captcha";
import { tryEmailCode, useEmailCode } from "./codes/email-code";
import { createUser } from "./create-user";
import { hashPassword } from "./password/hash-password";
import { checkNewPassword } from "./password/password-policy";
import type { CaptchaInput, LoggedIn } from "./schema";
import { openSession } from "./sessions/open-session";

interface Registration {
  email: string;
  code: string;
  password: string;
  nickname?: string | undefined;
  captcha?: CaptchaInput | undefined;
}

/**
 * The code is checked first, so that only the owner of the mailbox learns that the address is taken.
 * @throws AppError `feature_disabled`, `captcha_invalid`, `malformed`, `email_code_invalid`, `email_taken`
 */
export async function register(input: Registration, client: ClientInfo): Promise<LoggedIn> {
  const slot = { purpose: "register" as const, email: canonicalEmail(input.email) };
  const { features } = await getSettings();
  if (!features.registration) throw new AppError("feature_disabled", "registration_off");
  await requireCaptcha("register", input.captcha, client);
  await checkNewPassword(input.password, { email: slot.email });
  const codeId = await tryEmailCode(slot, input.code);
  const passwordHash = await hashPassword(input.password);
  const locale = await client.readLocale();
  try {
    return await inTransaction(async (tx) => {
      await useEmailCode(tx, codeId, slot, input.code);
      const { id } = await createUser(tx, {
        email: slot.email,
        nickname: input.nickname,
        locale,
        passwordHash,
      });
      return openSession(tx, id, client);
    });
  } catch (error) {
    if (!isUniqueViolation(error, "users_email_key")) throw error;
    throw new AppError("email_taken", "email_taken", {
      field: "email",
    });
  }
}
