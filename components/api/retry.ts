import type { ApiError } from "./api-error";

/** Tells whether a retry may help. */
export const mayPass = ({ httpStatus }: ApiError) =>
  httpStatus === 0 || httpStatus === 429 || httpStatus >= 500;

/** @returns milliseconds until the next try, as the shop asked for or longer with each failure */
export const waitMs = ({ retryAfter }: ApiError, failures: number) =>
  retryAfter ? retryAfter * 1000 : Math.min(15_000, 1000 * 2 ** failures);
