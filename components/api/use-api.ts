"use client";

import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { ApiError } from "./api-error";
import { api } from "./client";

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
      shouldRetryOnError: (problem: ApiError) => problem.httpStatus === 0 || problem.httpStatus >= 500,
      errorRetryCount: 3,
      ...configuration,
    },
  );
}
