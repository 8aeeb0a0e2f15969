import { type Refusal, refusal } from "../../core/refusals/refusal";
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

/** `message` is kept with the connection and the purchase, and is said by messages/<language>/problems.ts. */
export interface LostAnswer {
  result: "lost";
  cause: LostCause;
  message: string;
  httpStatus: number | null;
}

/** Judges an answer that no main site gives: the envelope is missing. */
export function withoutEnvelope(httpStatus: number): LostAnswer {
  const common = { result: "lost", httpStatus } as const;
  if (httpStatus >= 500)
    return {
      ...common,
      cause: "away",
      message: `A server in front of the main site answered HTTP ${httpStatus}: the site behind it is away`,
    };
  return {
    ...common,
    cause: "not_there",
    message: `Something answered with HTTP ${httpStatus}, but not as a main site does: check the base address, and what stands in front of the site (a log-in page, a firewall)`,
  };
}

export const failedItself = (httpStatus: number, message: string): LostAnswer => ({
  result: "lost",
  cause: "failed",
  message: `The main site failed, and its own log says why: ${httpStatus} ${message}`,
  httpStatus,
});

export const unfitAnswer = (httpStatus: number, problem: string): LostAnswer => ({
  result: "lost",
  cause: "unfit",
  message: `The main site's program answers otherwise than was agreed: ${problem}`,
  httpStatus,
});

export function withoutAnswer({ failure, message }: OutgoingError): LostAnswer {
  const isTooLarge = failure === "too_large";
  return {
    result: "lost",
    cause: isTooLarge ? "too_large" : "unreachable",
    message: isTooLarge
      ? `The answer has more than ${tradeLimits.answerBytes} bytes, which no main site may send`
      : message,
    httpStatus: null,
  };
}

export const refusalOfLost = ({ cause, message }: LostAnswer): Refusal =>
  refusal(rules[cause], { reason: message });
