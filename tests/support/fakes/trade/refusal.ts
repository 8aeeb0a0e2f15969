const httpOf = {
  4001: 400,
  4003: 403,
  4004: 404,
  405: 405,
  4013: 413,
  4090: 409,
  4099: 409,
  4290: 429,
  5000: 500,
} as const;
type Code = keyof typeof httpOf;

export class Refusal extends Error {
  readonly http: number;

  constructor(
    readonly code: Code,
    message = "refused",
  ) {
    super(message);
    this.http = httpOf[code];
  }
}
