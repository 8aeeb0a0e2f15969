import type { SqlReader } from "../../db/kysely";

/** Deletes a challenge. @returns undefined when it is unknown or spent */
export const spendPasskeyChallenge = (reader: SqlReader, challengeHash: Uint8Array) =>
  reader.sql
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", challengeHash)
    .returning(["purpose", "user_id as userId", "origin", "rp_id as rpId", "expires_at as expiresAt"])
    .executeTakeFirst();
