/** Begins like a sentence of its own; what is said of a field begins with a small letter, in Japanese with a particle. */
const wholeSentence = /^(?:[\p{Lu}«“"¿¡]|(?![はにがをのでと（]).*\p{Script=Hiragana})/u;

/** An answer of the API that was not a success, or no answer at all (`httpStatus` 0). */
export class ApiError extends Error {
  readonly httpStatus: number;
  readonly code: number;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  /** The member of the body that the sentence is about, when the server named one. */
  readonly field: string | null;
  /** Name of the fault in the API's list of rules. */
  readonly rule: string | null;
  /** The sentence without the field's name, in the reader's language. */
  readonly sentence: string;
  /** `sentence` says something of the field and begins with a verb: "is too long". */
  readonly isOfField: boolean;

  constructor(answer: {
    httpStatus: number;
    code: number;
    msg: string;
    requestId?: string | null;
    retryAfter?: number | null;
    field?: string | null;
    rule?: string | null;
  }) {
    super(answer.msg);
    this.name = "ApiError";
    this.httpStatus = answer.httpStatus;
    this.code = answer.code;
    this.requestId = answer.requestId ?? null;
    this.retryAfter = answer.retryAfter ?? null;
    this.field = answer.field ?? null;
    this.rule = answer.rule ?? null;
    const prefix = `${this.field}: `;
    const isPrefixed = answer.msg.startsWith(prefix);
    this.sentence = isPrefixed ? answer.msg.slice(prefix.length) : answer.msg;
    // An answer to a question of the shop's is named by the question itself.
    this.isOfField = isPrefixed && !prefix.startsWith("form.") && !wholeSentence.test(this.sentence);
  }
}

type Envelope = { status_code: number; msg: string; data: unknown; request_id: string };

export type RequestOptions = {
  method?: string;
  body?: unknown;
  /** Access token of a member, or the token of a guest's order. */
  token?: string | null;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && "status_code" in value && "request_id" in value;
}

/** The envelope's `data`. @throws ApiError for everything but success */
export async function readAnswer<T>(sent: Promise<Response>): Promise<T> {
  let response: Response;
  let envelope: unknown;
  try {
    response = await sent;
    envelope = await response.json().catch(() => null);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError({ httpStatus: 0, code: 0, msg: "The shop cannot be reached" });
  }
  const { status, headers } = response;
  const retryAfter = Number(headers.get("retry-after"));
  const told = { httpStatus: status, retryAfter: retryAfter > 0 ? retryAfter : null };
  if (!isEnvelope(envelope)) {
    throw new ApiError({
      ...told,
      code: status,
      msg: "The answer could not be read",
      requestId: headers.get("x-request-id"),
    });
  }
  if (envelope.status_code === 0) return envelope.data as T;
  throw new ApiError({
    ...told,
    code: envelope.status_code,
    msg: envelope.msg,
    requestId: envelope.request_id,
    field: headers.get("x-error-field"),
    rule: headers.get("x-error-rule"),
  });
}

/** One call. `beside` is handed to `fetch` as it is. @throws ApiError */
export function request<T>(
  url: string,
  { method, body, token, idempotencyKey, signal }: RequestOptions,
  beside: RequestInit = {},
): Promise<T> {
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  return readAnswer<T>(
    fetch(url, {
      ...beside,
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }),
  );
}
