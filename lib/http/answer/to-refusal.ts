import { AppError } from "../../core/errors";
import { awayRetrySeconds, isDatabaseAway } from "../../db/connections/connection-problem";

/** A fault that nobody foresaw is ours, unless the database is away. */
export function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error))
    return new AppError("unavailable", "shop_away", { retryAfter: awayRetrySeconds });
  return new AppError("internal", "internal");
}
