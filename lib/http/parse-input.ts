import type { z } from "zod";
import { AppError } from "../core/errors";
import { isStorableText } from "../core/foreign-json";

const expectations: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function friendlier(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "is required";
    return `must be ${expectations[issue.expected] ?? `of type ${issue.expected}`}`;
  }
  if (issue.code === "invalid_value") return `must be one of: ${issue.values.map(String).join(", ")}`;
  if (issue.code === "unrecognized_keys") return `is not known here: ${issue.keys.join(", ")}`;
  return undefined;
}

/** @throws AppError `malformed` with the first wrong member's name. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: friendlier });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".");
  throw new AppError("malformed", issue?.message ?? "The input is not valid", field ? { field } : {});
}

const unclean = (field: string) =>
  new AppError("malformed", "must not contain U+0000 or half characters", { field });

/** A name given twice would be read differently by different readers: refused. */
export function queryRecord(search: URLSearchParams): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of search) {
    if (!isStorableText(name)) throw unclean("query");
    if (Object.hasOwn(record, name)) throw new AppError("malformed", "must be given once", { field: name });
    if (!isStorableText(value)) throw unclean(name);
    if (name !== "__proto__") record[name] = value;
  }
  return record;
}

/** What stands in the place of the names in a path. */
export function paramRecord(given: Record<string, string | string[]>): Record<string, string | string[]> {
  for (const [name, value] of Object.entries(given)) {
    if (![value].flat().every(isStorableText)) throw unclean(name);
  }
  return given;
}
