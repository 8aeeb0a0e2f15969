import { ApiError } from "./api-error";
import { askForProof } from "./proof";

type Envelope = { status_code: number; msg: string; data: unknown; request_id: string };

export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  body?: unknown;
  /** A guest token; without it the browser's own session cookie speaks. */
  token?: string | null;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Sent to the window when staff are not logged in any more. */
export const loggedOutEvent = "keyshelf:staff-logged-out";

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && "status_code" in value && "request_id" in value;
}

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
  const headers = new Headers({ accept: "application/json" });
  if (options.body !== undefined) headers.set("content-type", "application/json");
  if (options.token) headers.set("authorization", `Bearer ${options.token}`);
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);

  let response: Response;
  let envelope: unknown;
  try {
    response = await fetch(`/api/v1${path}`, {
      method: options.method ?? (options.body === undefined ? "GET" : "POST"),
      headers,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      cache: "no-store",
      credentials: "same-origin",
    });
    envelope = await response.json().catch(() => null);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError({ httpStatus: 0, code: 0, msg: "The shop cannot be reached" });
  }
  if (!isEnvelope(envelope)) {
    throw new ApiError({
      httpStatus: response.status,
      code: response.status,
      msg: "The answer could not be read",
      requestId: response.headers.get("x-request-id"),
    });
  }
  if (envelope.status_code !== 0) {
    if (response.status === 401 && path.startsWith("/admin/") && path !== "/admin/session")
      window.dispatchEvent(new Event(loggedOutEvent));
    const retryAfter = Number(response.headers.get("retry-after"));
    throw new ApiError({
      httpStatus: response.status,
      code: envelope.status_code,
      msg: envelope.msg,
      requestId: envelope.request_id,
      field: response.headers.get("x-error-field"),
      rule: response.headers.get("x-error-rule"),
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
    });
  }
  return envelope.data as T;
}
