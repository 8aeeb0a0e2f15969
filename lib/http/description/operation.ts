import { z } from "zod";
import { provedActSentence } from "../../accounts/staff/proof/proved-acts";
import type { Method } from "../endpoint";
import type { Operation } from "../operations";
import { answerExample, bodyExample } from "./examples";
import { failuresOf, keptHeaders, successHeaders } from "./failures";
import { type JsonSchema, refTo } from "./json-schema";
import { pascal, type SchemaBook, type Wanted } from "./schemas";
import { securityOf } from "./security";
import { tagOf } from "./tags";

const hasBody = (method: Method) => method !== "GET" && method !== "DELETE";

/** `refundOrder` read aloud, where an operation has no sentence of its own. */
const readAloud = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const shapeOf = (schema: z.ZodType | undefined): [string, z.ZodType][] => {
  if (!schema) return [];
  if (!(schema instanceof z.ZodObject)) throw new Error("Parameters are the members of an object");
  return Object.entries(schema.shape as Record<string, z.ZodType>);
};

/** Every schema that an operation shows, by the key under which the book has it. */
export function wantedOf({ name, method, handler: { options } }: Operation): Wanted[] {
  const { params, query, body, response } = options;
  const parameter = ([member, schema]: [string, z.ZodType]): Wanted => ({
    key: `${name} ${member}`,
    schema,
    io: "input",
    name: pascal(name) + pascal(member),
  });
  const wanted = [...shapeOf(params), ...shapeOf(query)].map(parameter);
  if (body && hasBody(method))
    wanted.push({ key: `${name} body`, schema: body, io: "input", name: `${pascal(name)}Body` });
  if (response !== "raw")
    wanted.push({ key: `${name} answer`, schema: response, io: "output", name: `${pascal(name)}Result` });
  return wanted;
}

function parameters({ name, handler: { options } }: Operation, book: SchemaBook) {
  const described = (place: "path" | "query", schema: z.ZodType | undefined) =>
    shapeOf(schema).map(([member, part]) => ({
      name: member,
      in: place,
      required: place === "path" || part._zod.optin === undefined,
      schema: book.of(`${name} ${member}`),
    }));
  return [
    ...described("path", options.params),
    ...described("query", options.query),
    ...(options.repeats === "by_key" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(options.cache ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
  ];
}

/** An absent body counts as `{}`, so it must come where that would be refused. */
function requestBody({ name, method, handler: { options } }: Operation, book: SchemaBook) {
  const { body, upload } = options;
  if (!hasBody(method)) return {};
  if (upload) {
    const file = { schema: { type: "string", format: "binary", minLength: 1 } };
    return {
      requestBody: { required: true, content: Object.fromEntries(upload.map((type) => [type, file])) },
    };
  }
  if (!body) return {};
  const content = { "application/json": { schema: book.of(`${name} body`), ...bodyExample(name) } };
  return { requestBody: { required: !body.safeParse({}).success, content } };
}

/** Named after its data: the same data comes in the same envelope everywhere. */
export const answerName = (data: JsonSchema, name: string): string =>
  `${typeof data.$ref === "string" ? data.$ref.replace(/^.*\//, "") : pascal(name)}Envelope`;

const rawSchema = (type: string): JsonSchema => {
  if (/\bjson\b/.test(type)) return { type: "object" };
  return type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
};

function successes({ name, handler: { options } }: Operation, book: SchemaBook) {
  const { response, produces, rawAnswers, cache } = options;
  if (response === "raw") {
    const content = produces ? { content: { [produces]: { schema: rawSchema(produces) } } } : {};
    const told = rawAnswers ?? { "200": "A file or a text, without the envelope" };
    return Object.fromEntries(
      Object.entries(told).map(([status, description]) => [
        status,
        { description, headers: successHeaders(options), ...(status < "300" ? content : {}) },
      ]),
    );
  }
  return {
    "200": {
      description: "Success",
      headers: cache ? keptHeaders() : successHeaders(options),
      content: {
        "application/json": {
          schema: refTo(answerName(book.of(`${name} answer`), name)),
          ...answerExample(name),
        },
      },
    },
    ...(cache
      ? {
          "304": {
            description: "Not modified since the ETag given in If-None-Match",
            headers: keptHeaders(),
          },
        }
      : {}),
  };
}

function needs({ permission, proved, description, limit, repeats }: Operation["handler"]["options"]): string {
  const sentences = [
    description ?? "",
    repeats === "by_key"
      ? "The same Idempotency-Key with the same content is the same order for 24 hours."
      : "",
    // As `RateLimit-Policy` calls it, which has its numbers: they are the configuration's.
    limit ? `Limited as \`${limit}\`.` : "",
    permission ? `Needs the staff permission ${[permission].flat().join(" and ")}.` : "",
    proved ? provedActSentence(proved) : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

export function describeOperation(operation: Operation, book: SchemaBook) {
  const { name, path, method, handler } = operation;
  const { options } = handler;
  const description = needs(options);
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary: options.summary ?? readAloud(name),
    ...(description === "" ? {} : { description }),
    security: securityOf(options),
    parameters: parameters(operation, book),
    ...(hasBody(method) ? requestBody(operation, book) : {}),
    responses: { ...successes(operation, book), ...failuresOf(options) },
  };
}
