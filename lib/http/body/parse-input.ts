import type { z } from "zod";
import { AppError, type WrongMember } from "../../core/errors";
import { isStorableText } from "../../core/formats/foreign-json";
import { readIssue } from "../../core/refusals/read-issue";
import { type Refusal, refusal } from "../../core/refusals/refusal";
import { memberOf } from "../../core/shapes/records";

type Issue = z.core.$ZodIssue;

/** Where an input stood: the name of what is wrong as a whole. */
type Place = "body" | "query" | "path";

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, name) => memberOf(inner, String(name)), value);

/** Faults of a choice that fits in no way, by the way that it was most likely meant: the one with the fewest. */
function meant(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const ways = issue.errors.map((faults) =>
    faults.map((fault): Issue => ({ ...fault, path: [...issue.path, ...fault.path] })),
  );
  const isAboutKind = (faults: readonly Issue[]) =>
    faults.some(({ code, path }) => path.length > issue.path.length && code === "invalid_value");
  const [best] = ways.sort((a, b) => Number(isAboutKind(a)) - Number(isAboutKind(b)) || a.length - b.length);
  return (best ?? [issue]).flatMap(meant);
}

/** A member that is missing says so, whatever else its check would say of nothing. */
function readFault(issue: Issue, value: unknown): Refusal {
  if (issue.code !== "custom" && issue.path.length > 0 && at(value, issue.path) === undefined)
    return refusal("required", {});
  return readIssue(issue);
}

function wrongMembers(issues: readonly Issue[], value: unknown, place: Place): WrongMember[] {
  const found = new Map<string, Refusal>();
  for (const issue of issues.flatMap(meant)) {
    const isOfWhole = issue.path.length === 0;
    // A rule between members that names none says all in its own sentence.
    const field = isOfWhole && issue.code === "custom" ? "" : issue.path.map(String).join(".") || place;
    if (!found.has(field)) found.set(field, readFault(issue, value));
  }
  return [...found].map(([field, refused]) => ({ field, refusal: refused }));
}

/** @throws AppError `malformed` with the first wrong member, and all of them beside it. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  place: Place = "body",
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const wrong = wrongMembers(parsed.error.issues, value, place);
  const [first] = wrong;
  if (!first?.field) throw new AppError("malformed", first?.refusal ?? "input_not_valid");
  throw new AppError("malformed", first.refusal, { field: first.field, wrong });
}

const unclean = (field: string) => new AppError("malformed", "not_storable", { field });
/** A name given twice would be read differently by different readers: refused. */
export function queryRecord(search: URLSearchParams): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of search) {
    if (!isStorableText(name)) throw unclean("query");
    if (Object.hasOwn(record, name)) throw new AppError("malformed", "given_twice", { field: name });
    if (!isStorableText(value)) throw unclean(name);
    if (name !== "__proto__") record[name] = value;
  }
  return record;
}

/** Values in the place of the names in a path. */
export function paramRecord(given: Record<string, string | string[]>): Record<string, string | string[]> {
  for (const [name, value] of Object.entries(given)) {
    if (![value].flat().every(isStorableText)) throw unclean(name);
  }
  return given;
}
