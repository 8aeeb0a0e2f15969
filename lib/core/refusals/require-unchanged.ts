import { AppError } from "../errors";
import { memberOf } from "../shapes/records";

const at = (value: unknown, path: string): unknown => path.split(".").reduce<unknown>(memberOf, value);

const withSortedNames = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Absent, null and empty are one: a form cannot tell them apart. */
const textOf = (value: unknown): string =>
  JSON.stringify(typeof value === "string" ? value.trim() : (value ?? ""), withSortedNames);

/**
 * Refuses the second of two operators who change the same at once, who would put back what the first one wrote.
 * @param current the stored row as the wire names it, read under the lock that the write holds
 * @param seen what the operator read, by path (`captcha.provider`)
 * @throws AppError `state_conflict` naming the first member that is another one now
 */
export function requireUnchanged(current: unknown, seen: Record<string, unknown> | undefined): void {
  const field = Object.entries(seen ?? {}).find(
    ([path, value]) => textOf(at(current, path)) !== textOf(value),
  )?.[0];
  if (field !== undefined) throw new AppError("state_conflict", "changed_by_other", { field });
}
