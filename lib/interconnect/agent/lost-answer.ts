import { foreignWords } from "../../core/refusals/noted";
import { type Problem, problem, type Refusal, refusal } from "../../core/refusals/refusal";
import type { OutgoingError } from "../../outgoing/outgoing-call";
import { tradeLimits } from "../schema";

/** Why nobody knows what a main site made of a call: each asks something else of the operator, and has a rule of its own. */
const rules = {
  /** No answer came. */
  unreachable: "main_site_unreachable",
  /** A proxy in front of it answered for it. */
  away: "main_site_away",
  /** Something else is at this address. */
  not_there: "main_site_not_there",
  /** It says that the fault is its own. */
  failed: "main_site_failed",
  too_large: "main_site_answer_too_large",
  /** In the envelope is something else than was agreed, or what cannot be stored. */
  unfit: "main_site_answer_unfit",
} as const;

export type LostCause = keyof typeof rules;

/** `problem` is kept with the connection and the purchase. */
export interface LostAnswer {
  result: "lost";
  cause: LostCause;
  problem: Problem;
  httpStatus: number | null;
}

/** Judges an answer that no main site gives: the envelope is missing. */
export function withoutEnvelope(httpStatus: number): LostAnswer {
  const common = { result: "lost", httpStatus } as const;
  if (httpStatus >= 500)
    return {
      ...common,
      cause: "away",
      problem: problem("main_site_behind_away", { status: httpStatus }),
    };
  return {
    ...common,
    cause: "not_there",
    problem: problem("no_main_site", { status: httpStatus }),
  };
}

export const failedItself = (httpStatus: number, message: string): LostAnswer => ({
  result: "lost",
  cause: "failed",
  problem: problem("main_site_own_fault", { status: httpStatus, message: foreignWords(message) }),
  httpStatus,
});

export const unfitAnswer = (httpStatus: number, cause: Problem): LostAnswer => ({
  result: "lost",
  cause: "unfit",
  problem: problem("main_site_answers_otherwise", { problem: cause }),
  httpStatus,
});

export function withoutAnswer({ failure, problem: cause }: OutgoingError): LostAnswer {
  const isTooLarge = failure === "too_large";
  return {
    result: "lost",
    cause: isTooLarge ? "too_large" : "unreachable",
    problem: isTooLarge ? problem("main_site_answers_too_much", { n: tradeLimits.answerBytes }) : cause,
    httpStatus: null,
  };
}

export const refusalOfLost = ({ cause, problem: reason }: LostAnswer): Refusal =>
  refusal(rules[cause], { reason });
