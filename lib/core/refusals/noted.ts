import { problems } from "../../../messages/en/problems";
import { inputRefusals } from "../../../messages/en/refusals-input";
import { stateRefusals } from "../../../messages/en/refusals-state";
import { sayTold } from "../../../messages/say";
import { toStorableText } from "../formats/foreign-json";
import { baseLocale } from "../locale";
import { messageOf } from "../process/thrown";
import { keysOf } from "../shapes/records";
import { type Problem, type ProblemRule, problem, type Told } from "./refusal";
import { toldShape } from "./told-shape";

const mostWords = 500;

const isProblemRule = (rule: string): rule is ProblemRule => Object.hasOwn(problems, rule);

const english = { ...inputRefusals, ...stateRefusals, ...problems };
const plain = new Map<string, ProblemRule>(
  keysOf(english)
    .filter((rule) => !english[rule].includes("{"))
    .map((rule) => [english[rule], rule]),
);

/**
 * Words of another server as a problem. A Keyshelf on the other side says sentences of ours, as an earlier release wrote them
 * into the columns: one that names no values is known by its rule, and is said in the reader's language.
 */
export function foreignWords(text: string): Problem {
  const rule = plain.get(text);
  return rule ? { rule, values: {} } : problem("text", { text: toStorableText(text.slice(0, mostWords)) });
}

/** Reason of a dispute, which the gateway gives as a code or staff write as words. */
export function disputeReason(code: string): Problem {
  const rule = `dispute_${code.toLowerCase()}`;
  return isProblemRule(rule) ? { rule, values: {} } : foreignWords(code);
}

/** Says a problem in English: for logs and other programs. */
export const sayProblem = (told: Told): string => sayTold(told, baseLocale);

/** An error whose cause is a rule with its values; `message` says it in English, for the log. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(cause: Problem, options?: ErrorOptions) {
    super(sayTold(cause, baseLocale), options);
    this.problem = cause;
  }
}

/** Cause of an error; the words of one that names no rule are those of the system or of a library. */
export const problemOf = (error: unknown): Problem =>
  error instanceof ProblemError ? error.problem : foreignWords(messageOf(error));

const mostJson = 2000;

/** A problem whose values are longer than is kept, as the names of members in an answer may be, becomes its sentence, cut. */
export const bounded = (told: Told): Told =>
  JSON.stringify(told).length <= mostJson
    ? told
    : problem("text", { text: toStorableText(sayProblem(told).slice(0, mostWords)) });

/** As a column of text holds it: an earlier release that goes on beside this one reads and writes texts there. */
export const note = (noted: Told): string => JSON.stringify(bounded(noted));

export const noteOrNull = (noted: Told | null): string | null => (noted === null ? null : note(noted));

function parsed(column: string): Told | null {
  try {
    return toldShape.safeParse(JSON.parse(column)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads what `note` wrote; the sentence of an earlier release is its words. */
export const readNoted = (column: string): Told =>
  (column.startsWith("{") ? parsed(column) : null) ?? foreignWords(column);

export const readNotedOrNull = (column: string | null): Told | null =>
  column === null ? null : readNoted(column);

/** A column's problem in English, for answers to other programs. */
export const sayNoted = (column: string | null): string | null =>
  column === null ? null : sayTold(readNoted(column), baseLocale);
