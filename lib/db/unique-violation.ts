import pg from "pg";
import { AppError } from "../core/errors";
import { Prisma } from "./generated/client";

interface DriverCause {
  kind?: string;
  code?: string;
  originalCode?: string;
  originalMessage?: string;
  message?: string;
  constraint?: { fields?: string[]; index?: string };
}

/**
 * Whether `error` is a violation of that unique constraint or index.
 * Handwritten statements fail with the driver's error. With a driver adapter Prisma's P2002 has no `meta.target`: the
 * name stands in the adapter's cause.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (error instanceof pg.DatabaseError)
    return error.code === "23505" && (!constraint || error.constraint === constraint);
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const meta = error.meta as { driverAdapterError?: { cause?: DriverCause } } | undefined;
  const cause = meta?.driverAdapterError?.cause;
  const isUnique = error.code === "P2002" || cause?.originalCode === "23505" || cause?.code === "23505";
  if (!isUnique) return false;
  if (!constraint) return true;
  const text = `${cause?.constraint?.index ?? ""} ${cause?.originalMessage ?? ""} ${cause?.message ?? ""} ${error.message}`;
  return text.includes(constraint);
}

/** Slugs of products, categories and posts are unique; the loser reads which member to change. */
export function slugTaken(error: unknown, constraint: string): unknown {
  if (!isUniqueViolation(error, constraint)) return error;
  return new AppError("state_conflict", "slug_taken", { field: "slug" });
}
