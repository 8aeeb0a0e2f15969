import { ApiError, type RequestOptions as CallOptions, request } from "@/clients/typescript/src/request";
import { askForProof } from "./proof";

/** Without a token the browser's own session cookie speaks. */
export type RequestOptions = CallOptions & { method?: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" };

/** Sent to the window when staff are not logged in any more. */
export const loggedOutEvent = "keyshelf:staff-logged-out";

/**
 * Calls `/api/v1` + path, unwraps the envelope and throws `ApiError` for everything but success. An act that asks staff for
 * their password is repeated once after they gave it.
 */
export async function api<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await callOnce<T>(path, options);
  } catch (problem) {
    const isAsked = problem instanceof ApiError && problem.rule === "prove_first";
    if (!isAsked || !(await askForProof())) throw problem;
    return callOnce<T>(path, options);
  }
}

async function callOnce<T>(path: string, options: RequestOptions): Promise<T> {
  try {
    return await request<T>(`/api/v1${path}`, options, { cache: "no-store", credentials: "same-origin" });
  } catch (problem) {
    const isLoggedOut = problem instanceof ApiError && problem.httpStatus === 401;
    if (isLoggedOut && path.startsWith("/admin/") && path !== "/admin/session")
      window.dispatchEvent(new Event(loggedOutEvent));
    throw problem;
  }
}
