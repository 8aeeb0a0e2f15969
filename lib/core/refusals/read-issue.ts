import type { z } from "zod";
import { type Refusal, readRule, refusal } from "./refusal";

const typeWords: Record<string, "text" | "number" | "integer" | "boolean" | "list" | "object"> = {
  string: "text",
  number: "number",
  int: "integer",
  boolean: "boolean",
  array: "list",
  object: "object",
  record: "object",
};

const plain: Refusal = { rule: "not_valid", values: {} };

function readBounds(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Refusal {
  const { origin } = issue;
  if (issue.code === "too_big") {
    const max = { max: issue.maximum };
    if (origin === "string") return refusal("too_long", max);
    return origin === "array" ? refusal("too_many", max) : refusal("at_most", max);
  }
  const min = { min: issue.minimum };
  if (origin !== "string" && origin !== "array") return refusal("at_least", min);
  if (issue.minimum === 1) return { rule: "empty", values: {} };
  return origin === "string" ? refusal("too_short", min) : refusal("too_few", min);
}

const formats = { uuid: "uuid", email: "email", datetime: "time", url: "web_address" } as const;
const isKnownFormat = (format: string): format is keyof typeof formats => Object.hasOwn(formats, format);

function readFormat({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Refusal {
  if (isKnownFormat(format)) return { rule: formats[format], values: {} };
  return pattern ? refusal("pattern", { pattern }) : plain;
}

/** Reads a zod issue: the rule that its check names, else the one that the kind of the check tells. */
export function readIssue(issue: z.core.$ZodIssue | undefined): Refusal {
  const named = readRule(issue?.message);
  if (named) return named;
  switch (issue?.code) {
    case "invalid_type": {
      const expected = typeWords[issue.expected];
      return expected ? refusal("wrong_type", { expected }) : plain;
    }
    case "invalid_value":
      return refusal("not_listed", { values: issue.values.map(String).join(", ") });
    case "invalid_union":
      return "options" in issue && issue.options
        ? refusal("not_listed", { values: issue.options.map(String).join(", ") })
        : plain;
    case "unrecognized_keys":
      return refusal("unknown_members", { names: issue.keys.join(", ") });
    case "invalid_format":
      return readFormat(issue);
    case "not_multiple_of":
      return refusal("multiple_of", { step: issue.divisor });
    case "too_big":
    case "too_small":
      return readBounds(issue);
    default:
      return plain;
  }
}
