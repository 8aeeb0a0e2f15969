import { AppError } from "../core/errors";
import { isUniqueViolation } from "./unique-violation";

/** Slugs of products, categories and posts are unique; the loser reads which member to change. */
export function slugTaken(error: unknown, constraint: string): unknown {
  if (!isUniqueViolation(error, constraint)) return error;
  return new AppError("state_conflict", "slug_taken", { field: "slug" });
}
