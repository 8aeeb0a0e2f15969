import type { z } from "zod";
import { AppError } from "../../core/errors";
import { isStorableText } from "../../core/formats/foreign-json";
import { readIssue } from "../../core/refusals/read-issue";
import { rule } from "../../core/refusals/refusal";

/** @throws AppError `malformed` with the first wrong member's name. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, {
    // The finished issue no longer has its input.
    error: (issue) =>
      issue.code === "invalid_type" && issue.input === undefined ? rule("required") : undefined,
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".");
  if (!field)
    throw new AppError("malformed", issue?.code === "custom" ? readIssue(issue) : "input_not_valid");
  throw new AppError("malformed", readIssue(issue), { field });
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
