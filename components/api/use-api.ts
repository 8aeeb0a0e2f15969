"use client";

import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { ApiError } from "./api-error";
import { api } from "./client";

/** Tells whether a retry may help. */
export const mayPass = ({ httpStatus }: ApiError) =>
  httpStatus === 0 || httpStatus === 429 || httpStatus >= 500;

const waitMs = ({ retryAfter }: ApiError, attempts: number) =>
  retryAfter ? retryAfter * 1000 : Math.min(15_000, 1000 * 2 ** attempts);

/** Reads a path of the API; null reads nothing. The token is part of the key, so two readers never share an answer. */
export function useApi<T>(
  path: string | null,
  options: SWRConfiguration<T, ApiError> & { token?: string | null } = {},
): SWRResponse<T, ApiError> {
  const { token, ...configuration } = options;
  return useSWR<T, ApiError>(
    path === null ? null : [path, token ?? null],
    () => api<T>(path as string, { token }),
    {
      shouldRetryOnError: mayPass,
      onErrorRetry: (problem, _key, _configuration, revalidate, { retryCount }) => {
        // A page that says it updates itself does so also after the shop was away for a while.
        if (configuration.refreshInterval === undefined && retryCount > 3) return;
        setTimeout(() => void revalidate({ retryCount }), waitMs(problem, retryCount));
      },
      ...configuration,
    },
  );
}
