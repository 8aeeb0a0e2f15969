import { ApiError } from "./request.js";

export interface Patience {
  /** Further attempts after the first. */
  retries?: number;
  /** A shop that asks for a longer wait is not asked again. */
  mostWaitSeconds?: number;
  /** Waits: a test puts its own in place. */
  wait?: (seconds: number) => Promise<void>;
}

const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

/** No answer, one that says when to come again, or a fault of the server's. */
const mayPass = ({ httpStatus }: ApiError) => httpStatus === 0 || httpStatus === 429 || httpStatus >= 500;

/** Makes an attempt that changes nothing twice, again and again. @throws what the last attempt threw */
export async function repeating<T>(
  attempt: () => Promise<T>,
  { retries = 2, mostWaitSeconds = 30, wait = sleep }: Patience = {},
): Promise<T> {
  for (let done = 0; ; done += 1) {
    try {
      return await attempt();
    } catch (problem) {
      if (!(problem instanceof ApiError) || !mayPass(problem) || done >= retries) throw problem;
      // A little apart, so that the callers of a shop that was away do not come back at one moment.
      const seconds = problem.retryAfter ?? 0.5 * 2 ** done * (1 + Math.random());
      if (seconds > mostWaitSeconds) throw problem;
      await wait(seconds);
    }
  }
}
