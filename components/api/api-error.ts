/** An answer of the API that was not a success, or no answer at all (`httpStatus` 0). */
export class ApiError extends Error {
  readonly httpStatus: number;
  readonly code: number;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  /** The member of the body that the sentence is about, when the server named one. */
  readonly field: string | null;
  /** The sentence without the field's name. */
  readonly sentence: string;

  constructor(answer: {
    httpStatus: number;
    code: number;
    msg: string;
    requestId?: string | null;
    retryAfter?: number | null;
  }) {
    super(answer.msg);
    this.name = "ApiError";
    this.httpStatus = answer.httpStatus;
    this.code = answer.code;
    this.requestId = answer.requestId ?? null;
    this.retryAfter = answer.retryAfter ?? null;
    const named = /^([a-z][\w.[\]]*): (.+)$/s.exec(answer.msg);
    this.field = named?.[1] ?? null;
    this.sentence = named?.[2] ?? answer.msg;
  }
}
