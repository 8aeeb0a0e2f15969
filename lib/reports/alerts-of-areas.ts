import { Prisma } from "../db/generated/client";
import { alertPrefixes } from "../notifications/alert-texts";

const beginsWithOneOf = (prefixes: readonly string[]) =>
  Prisma.sql`EXISTS (SELECT FROM unnest(${prefixes}::text[]) AS prefix WHERE starts_with(a.kind, prefix))`;

/** SQL: whether the alert `a` belongs to one of these areas. */
export function alertsOfAreas(areas: readonly string[]): Prisma.Sql {
  const prefixes = alertPrefixes(areas);
  return "only" in prefixes
    ? beginsWithOneOf(prefixes.only)
    : Prisma.sql`NOT ${beginsWithOneOf(prefixes.not)}`;
}
