import { errorKinds } from "../../core/errors";
import { rules } from "../../core/refusals/translate";
import { keysOf } from "../../core/shapes/records";
import { errorHeaders, limitHeaders, repeatHeader } from "../answer/respond";
import type { RouteHandler } from "../make-route";
import { errorTable, type Surface } from "../surfaces";
import { describeWords } from "./closed-lists";
import { type JsonSchema, refTo } from "./json-schema";

type Options = RouteHandler["options"];

const text = { type: "string" };
const requestId: JsonSchema = {
  type: "string",
  format: "uuid",
  description: "Names the call in the shop's log; also sent as X-Request-Id",
};

export const envelope = (data: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["status_code", "msg", "data", "request_id"],
  properties: {
    status_code: { type: "integer", const: 0 },
    msg: { type: "string", const: "success" },
    data,
    request_id: requestId,
  },
});

const codeNames = { storefront: "ErrorCode", interconnect: "InterconnectErrorCode" } as const;
const failureNames = { storefront: "Failure", interconnect: "InterconnectFailure" } as const;
type Spoken = keyof typeof codeNames;
const spoken = keysOf(codeNames);

/** The error table of a surface: each code with the kinds of errors that it stands for. */
function codesOf(surface: Surface): JsonSchema {
  const kinds: Record<string, string[]> = {};
  const table = errorTable(surface);
  for (const kind of keysOf(table)) {
    const { http, code } = table[kind];
    kinds[code] = [...(kinds[code] ?? [`HTTP ${http},`]), kind];
  }
  return {
    type: "integer",
    enum: Object.keys(kinds).map(Number),
    description: describeWords(
      Object.fromEntries(Object.entries(kinds).map(([code, words]) => [code, words.join(" ")])),
    ),
  };
}

const failureOf = (surface: Spoken): JsonSchema => ({
  type: "object",
  required: ["status_code", "msg", "data", "request_id"],
  properties: {
    status_code: refTo(codeNames[surface]),
    msg: { type: "string", description: "One sentence for a person: the member, and what it must be" },
    // Always null. Generators of clients stop at a member that can be nothing else.
    data: { type: ["object", "null"], description: "null" },
    request_id: requestId,
  },
});

export const failureSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    spoken.flatMap((surface): [string, JsonSchema][] => [
      [codeNames[surface], codesOf(surface)],
      [failureNames[surface], failureOf(surface)],
    ]),
  );

const header = (description: string, schema: JsonSchema = text) => ({ description, schema });

/** Headers that answers share, by the names of their components. */
export const headerComponents = {
  RequestId: header("The shop's own id of the call, as in `request_id`", { type: "string", format: "uuid" }),
  ETag: header("Names this version of the answer, for If-None-Match"),
  CacheControl: header("How long the answer may be kept"),
  ErrorField: header("The member that is wrong, as a dotted path; absent where no member is"),
  ErrorRule: header(
    "What went wrong, in one word of this list; where no sentence of the list fits, the kind of the error",
    { type: "string", enum: [...new Set<string>([...rules, ...errorKinds])].sort() },
  ),
  ErrorFields: header(
    "Every member that is wrong with its rule, at most 20: a list of RFC 9651, as `quantity;rule=between, email;rule=required`",
  ),
  RateLimit: header(
    'What is left of the limit (`r`) and the seconds until it begins anew (`t`): `"public";r=0;t=12`',
  ),
  RateLimitPolicy: header('The limit: `q` calls in `w` seconds: `"public";q=300;w=60`'),
  WwwAuthenticate: header('How to prove who calls: `Bearer realm="keyshelf"`'),
  Repeat: header("`true`: this is the answer that an earlier call got; absent otherwise"),
  RetryAfter: header("Seconds after which the call may be made again", { type: "integer", minimum: 1 }),
} as const;

type HeaderName = keyof typeof headerComponents;
const headers = (named: Record<string, HeaderName>) =>
  Object.fromEntries(
    Object.entries(named).map(([name, part]) => [name, { $ref: `#/components/headers/${part}` }]),
  );

export const successHeaders = ({ repeats }: Pick<Options, "repeats">) =>
  headers({ "X-Request-Id": "RequestId", ...(repeats ? { [repeatHeader]: "Repeat" } : {}) });
export const keptHeaders = () =>
  headers({ "X-Request-Id": "RequestId", ETag: "ETag", "Cache-Control": "CacheControl" });

const ofErrors = (more: Record<string, HeaderName> = {}) =>
  headers({
    "X-Request-Id": "RequestId",
    [errorHeaders.field]: "ErrorField",
    [errorHeaders.rule]: "ErrorRule",
    [errorHeaders.fields]: "ErrorFields",
    ...more,
  });

const answers = {
  Refused: { description: "Refused: `status_code` and X-Error-Rule say why", headers: {} },
  Unproved: {
    description: "No good token came with the call: log in, or renew the token",
    headers: { "WWW-Authenticate": "WwwAuthenticate" },
  },
  TooMany: {
    description: "Too many calls: wait",
    headers: {
      "Retry-After": "RetryAfter",
      [limitHeaders.state]: "RateLimit",
      [limitHeaders.policy]: "RateLimitPolicy",
    },
  },
  Failed: { description: "Failed for a reason of the shop's own: try again later", headers: {} },
} as const satisfies Record<string, { description: string; headers: Record<string, HeaderName> }>;
type AnswerName = keyof typeof answers;

const nameOf = (surface: Surface, answer: AnswerName) =>
  (surface === "interconnect" ? "Interconnect" : surface === "notification" ? "Notification" : "") + answer;

export function responseComponents(): Record<string, object> {
  const found: Record<string, object> = {};
  for (const answer of keysOf(answers)) {
    const { description, headers: more } = answers[answer];
    for (const surface of spoken)
      found[nameOf(surface, answer)] = {
        description,
        headers: ofErrors(more),
        content: { "application/json": { schema: refTo(failureNames[surface]) } },
      };
    found[nameOf("notification", answer)] = {
      description: `${description}; the text is \`fail\``,
      content: { "text/plain": { schema: text } },
    };
  }
  return found;
}

/** Answers that may come in place of a success. */
export function failuresOf({ surface, limit, auth }: Options) {
  const refer = (answer: AnswerName) => ({ $ref: `#/components/responses/${nameOf(surface, answer)}` });
  const isLimited = limit !== undefined || auth === "site" || auth === "connection";
  return {
    ...(surface === "storefront" && auth !== "none" ? { "401": refer("Unproved") } : {}),
    ...(isLimited ? { "429": refer("TooMany") } : {}),
    "4XX": refer("Refused"),
    default: refer("Failed"),
  };
}
