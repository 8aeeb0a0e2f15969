import type { inputRefusals } from "../../../messages/en/refusals-input";
import type { stateRefusals } from "../../../messages/en/refusals-state";
import type { statuses, things, types } from "../../../messages/en/refusals-words";

type English = typeof inputRefusals & typeof stateRefusals;

/** Fault in one word: the closed list of `X-Error-Rule`. Its sentences stand in messages/<language>/refusals-*.ts. */
export type Rule = keyof English;

export type Thing = keyof typeof things;

type Names<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Values that are words of ours, and are translated as well. */
interface Words {
  what: Thing;
  expected: keyof typeof types;
  status: keyof typeof statuses;
}

type Values<R extends Rule> = {
  [Name in Names<English[R]>]: Name extends keyof Words ? Words[Name] : string | number | bigint;
};

export interface Refusal {
  readonly rule: Rule;
  readonly values: Readonly<Record<string, string>>;
}

/** A rule whose sentence names no values stands for itself. */
export type PlainRule = { [R in Rule]: [Names<English[R]>] extends [never] ? R : never }[Rule];

/** Forms in which a refusal may be given. */
export type Said = PlainRule | Refusal;

export function refusal<R extends Rule>(rule: R, values: Values<R>): Refusal {
  return {
    rule,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
  };
}

export const toRefusal = (said: Said): Refusal =>
  typeof said === "string" ? { rule: said, values: {} } : said;

const mark = "refusal:";

/** A refusal as the message of a zod check: zod carries a text only. `readIssue` in lib/http reads it. */
export const rule = (said: Said): string => mark + JSON.stringify(toRefusal(said));

export const readRule = (message: string | undefined): Refusal | null =>
  message?.startsWith(mark) ? (JSON.parse(message.slice(mark.length)) as Refusal) : null;
