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
    this.isOfField = isPrefixed && !prefix.startsWith("form.");
  }
}
