import { z } from "zod";
import { type FormField, formField } from "../catalogue/schema";
import { AppError } from "../core/errors";
import { readEmail } from "../core/formats/email-address";
import { compilePattern } from "../core/formats/linear-pattern";
import { type Refusal, refusal, type Said, toRefusal } from "../core/refusals/refusal";

const formFields = z.array(formField);
const maxAnswer = 1000;
/** Most characters of an answer with a pattern, which is for something short: a number, a name, a tag. */
const maxPatternedAnswer = 200;

function check(field: FormField, answer: string): Said | undefined {
  if (answer === "") return field.required ? "required" : undefined;
  const longest = field.pattern ? maxPatternedAnswer : maxAnswer;
  if (answer.length > longest) return refusal("too_long", { max: longest });
  if (field.type === "email") {
    const read = readEmail(answer);
    if ("problem" in read) return read.problem;
  }
  if (field.type === "number" && !/^-?\d{1,15}(\.\d{1,6})?$/.test(answer))
    return refusal("wrong_type", { expected: "number" });
  if (field.type === "select" && !field.options?.includes(answer)) return "not_an_answer";
  // A pattern that was saved when another engine ran it may not be readable: no reason to turn a buyer away.
  if (field.pattern && compilePattern(field.pattern)?.matches(answer) === false) return "pattern_mismatch";
  return undefined;
}

/** C68: the one spelling of an address that was checked. */
function spell(address: string): string {
  const read = readEmail(address);
  return "email" in read ? read.email : address;
}

/**
 * The answers that the product asks for, and only those.
 * @param member name of the member that holds them
 * @throws AppError `form_invalid` with the first wrong answer, and all of them beside it
 */
export function checkForm(
  fields: unknown,
  answers: Record<string, unknown>,
  member = "form",
): Record<string, string> | null {
  const parsed = formFields.parse(fields);
  if (parsed.length === 0) return null;
  const checked: Record<string, string> = {};
  const wrong: { field: string; label: string; refusal: Refusal }[] = [];
  for (const field of parsed) {
    const raw = answers[field.key] ?? "";
    const answer = typeof raw === "string" ? raw.trim() : typeof raw === "number" ? String(raw) : null;
    const problem = answer === null ? refusal("wrong_type", { expected: "text" }) : check(field, answer);
    if (problem)
      wrong.push({ field: `${member}.${field.key}`, label: field.label, refusal: toRefusal(problem) });
    else if (answer) checked[field.key] = field.type === "email" ? spell(answer) : answer;
  }
  const [first] = wrong;
  if (first)
    throw new AppError("form_invalid", first.refusal, { field: first.field, label: first.label, wrong });
  return checked;
}

export const asksBuyer = (fields: unknown): boolean => formFields.parse(fields).length > 0;

export interface LabeledAnswer {
  label: string;
  value: string;
}

const storedAnswers = z.record(z.string(), z.string());

/** Answers that an earlier order keeps, whatever the product asks today. */
export const keptAnswers = (answers: unknown): Record<string, string> | null =>
  storedAnswers.safeParse(answers).data ?? null;

/** Stored answers beside the questions as they read today; an answer whose question is gone keeps its key. */
export function labelAnswers(fields: unknown, answers: unknown): LabeledAnswer[] {
  const given = keptAnswers(answers);
  if (!given) return [];
  const asked = formFields.safeParse(fields).data ?? [];
  const order = [...asked.map(({ key }) => key), ...Object.keys(given)];
  return [...new Set(order)].flatMap((key) => {
    const value = given[key];
    return value === undefined
      ? []
      : [{ label: asked.find((field) => field.key === key)?.label ?? key, value }];
  });
}
