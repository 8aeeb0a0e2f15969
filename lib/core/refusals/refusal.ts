import type { problems } from "../../../messages/en/problems";
import type { inputRefusals } from "../../../messages/en/refusals-input";
import type { stateRefusals } from "../../../messages/en/refusals-state";
import type { statuses, things, types } from "../../../messages/en/refusals-words";

type Refusals = typeof inputRefusals & typeof stateRefusals;
type English = Refusals & typeof problems;

/** A rule stands in one table: one that stands in both makes every problem a type error. */
type Twice = keyof Refusals & keyof typeof problems;

/** Fault in one word: the closed list of `X-Error-Rule`. Its sentences stand in messages/<language>/refusals-*.ts. */
export type Rule = Extract<keyof Refusals, string>;

/** Rules of what is noted: refusals, and those of messages/<language>/problems.ts. */
export type ProblemRule = [Twice] extends [never] ? Extract<keyof English, string> : never;

export type Thing = keyof typeof things;

type Names<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Values that are words of ours, and are translated as well. */
interface Words {
  what: Thing;
  expected: keyof typeof types;
  status: keyof typeof statuses;
}

type Value = string | number | bigint | Problem;

type Values<R extends ProblemRule> = {
  [Name in Names<English[R]>]: R extends Rule ? (Name extends keyof Words ? Words[Name] : Value) : Value;
};

/** Rule and values of what went wrong, or of what came of a test. A value may be a problem itself, as the cause of another. */
export type Problem = {
  readonly rule: ProblemRule;
  readonly values: { readonly [name: string]: string | Problem };
};

/** A problem that an answer may carry in `X-Error-Rule`. */
export type Refusal = Problem & { readonly rule: Rule };

/** As it comes back from a column or from an answer: another release may have written it. */
export type Told = {
  readonly rule: string;
  readonly values: { readonly [name: string]: string | { rule: string; values: Record<string, unknown> } };
};

type PlainOf<R extends ProblemRule> = {
  [Each in R]: [Names<English[Each]>] extends [never] ? Each : never;
}[R];

/** A rule whose sentence names no values stands for itself. */
export type PlainRule = PlainOf<Rule>;
export type PlainProblem = PlainOf<ProblemRule>;

/** Forms in which a refusal may be given. */
export type Said = PlainRule | Refusal;

const fill = (values: Readonly<Record<string, Value>>): Problem["values"] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? value : String(value)]),
  );

export const refusal = <R extends Rule>(rule: R, values: Values<R>): Refusal => ({
  rule,
  values: fill(values),
});

export function problem(rule: PlainProblem): Problem;
export function problem<R extends ProblemRule>(rule: R, values: Values<R>): Problem;
export function problem(rule: ProblemRule, values: Readonly<Record<string, Value>> = {}): Problem {
  return { rule, values: fill(values) };
}

export const toRefusal = (said: Said): Refusal =>
  typeof said === "string" ? { rule: said, values: {} } : said;

const mark = "refusal:";

/** A refusal as the message of a zod check: zod carries a text only. `readIssue` in lib/http reads it. */
export const rule = (said: Said): string => mark + JSON.stringify(toRefusal(said));

export const readRule = (message: string | undefined): Refusal | null =>
  message?.startsWith(mark) ? (JSON.parse(message.slice(mark.length)) as Refusal) : null;
