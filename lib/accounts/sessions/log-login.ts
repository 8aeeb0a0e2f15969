import type { ClientInfo } from "../../acts/actor";
import { now } from "../../core/clock";
import type { Reader } from "../../db/transaction";

export type LoginFailure =
  | "wrong_password"
  | "unknown_account"
  | "disabled"
  | "one_time_over"
  | "wrong_code"
  | "passkey_refused"
  | "passkey_copied"
  | "refresh_reuse"
  | "too_many_tries";

export interface LoginAttempt {
  userId?: number | null;
  staffId?: number | null;
  email: string;
  /** Absent = success. */
  failure?: LoginFailure;
  /** Name of the log-in provider that it came by. */
  via?: string | null;
}

export async function logLogin(reader: Reader, client: ClientInfo, attempt: LoginAttempt): Promise<void> {
  await reader.loginLog.create({
    data: {
      userId: attempt.userId ?? null,
      staffId: attempt.staffId ?? null,
      email: attempt.email,
      ip: client.ip,
      userAgent: client.userAgent,
      result: attempt.failure ? "failed" : "success",
      reason: attempt.failure ?? null,
      via: attempt.via ?? null,
      createdAt: now(),
    },
  });
}
