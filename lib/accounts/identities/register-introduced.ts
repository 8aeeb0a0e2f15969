import type { ClientInfo } from "../../acts/actor";
import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { getSettings } from "../../settings/queries";
import { canonicalEmail } from "../canonical-email";
import { tryEmailCode, useEmailCode } from "../codes/email-code";
import { createUser } from "../create-user";
import type { LoggedIn } from "../schema";
import { openSession } from "../sessions/open-session";
import { linkIntroduced, requireIntroduction } from "./introductions";

/**
 * Makes an account for somebody whose provider proves no address: the mailed code does. It is checked first, so that only the
 * owner of the mailbox learns that the address is taken.
 * @throws AppError `feature_disabled`, `state_conflict`, `malformed`, `email_code_invalid`, `email_taken`
 */
export async function registerIntroduced(
  input: { introductionToken: string; email: string; code: string },
  client: ClientInfo,
): Promise<LoggedIn> {
  const slot = { purpose: "register" as const, email: canonicalEmail(input.email) };
  if (!(await getSettings()).features.registration)
    throw new AppError("feature_disabled", "registration_off");
  const introduction = await requireIntroduction(input.introductionToken);
  const codeId = await tryEmailCode(slot, input.code);
  const locale = await client.readLocale();
  const { nickname, provider } = introduction;
  try {
    return await inTransaction(async (tx) => {
      await useEmailCode(tx, codeId, slot, input.code);
      const { id } = await createUser(tx, { email: slot.email, nickname, locale, passwordHash: "" });
      await linkIntroduced(tx, id, introduction);
      return openSession(tx, id, client, provider.name);
    });
  } catch (error) {
    if (isUniqueViolation(error, "users_email_key"))
      throw new AppError("email_taken", "email_taken_link", { field: "email" });
    throw isUniqueViolation(error) ? new AppError("state_conflict", "identity_taken") : error;
  }
}
