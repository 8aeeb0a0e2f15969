"use client";

import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { mayPass, waitMs } from "@/components/api/retry";

/** Reads a path of the API; null reads nothing. */
export function useApi<T>(
  path: string | null,
  configuration: SWRConfiguration<T, ApiError> = {},
): SWRResponse<T, ApiError> {
  return useSWR<T, ApiError>(path === null ? null : [path], () => api<T>(path as string), {
    shouldRetryOnError: mayPass,
    onErrorRetry: (problem, _key, _configuration, revalidate, { retryCount }) => {
      // A page that says it updates itself does so also after the shop was away for a while.
      if (configuration.refreshInterval === undefined && retryCount > 3) return;
      setTimeout(() => void revalidate({ retryCount }), waitMs(problem, retryCount));
    },
    ...configuration,
  });
}
