import { ApiError } from "./api-error";

type Refusal = { status_code?: number; msg?: string };

/** The file that `/api/v1` + path answers. A POST: it is audited, and must not happen by following a link. @throws ApiError */
export async function requestText(path: string, body: unknown): Promise<string> {
  const response = await fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response?.ok) return response.text();
  const httpStatus = response?.status ?? 0;
  const { status_code, msg } = ((await response?.json().catch(() => null)) ?? {}) as Refusal;
  throw new ApiError({ httpStatus, code: status_code ?? httpStatus, msg: msg ?? "" });
}
