import { z } from "zod";
import { provedActSentence } from "../accounts/staff/proof/proved-acts";
import { version } from "../config/version";
import { errorKinds } from "../core/errors";
import { rules } from "../core/refusals/translate";
import { keysOf } from "../core/shapes/records";
import { callWindow } from "../core/signed-call-window";
import type { Described } from "../core/wire";
import { errorHeaders } from "./answer/respond";
import { sessionCookieName } from "./caller/session";
import type { Method } from "./endpoint";
import type { RouteHandler } from "./make-route";
import type { Operation } from "./operations";
import { errorTable, type Surface } from "./surfaces";

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Options = RouteHandler["options"];

const hasBody = (method: Method) => method !== "GET" && method !== "DELETE";

function applyDescribed(given: JsonSchema, { is, also }: Described): void {
  if (is) {
    for (const name of Object.keys(given)) if (name !== "default") delete given[name];
    Object.assign(given, is);
  }
  Object.assign(given, also);
}

/** Transforms have no schema of their own: what goes in is described on requests, what comes out on answers. */
const toSchema = (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.described;
      const { described } = (z.globalRegistry.get(zodSchema) ?? {}) as { described?: Described };
      if (described && io === "input") applyDescribed(jsonSchema, described);
    },
  });
  return described;
};

const security: Record<Options["auth"], Record<string, string[]>[]> = {
  none: [],
  optional_user: [{ user: [] }, {}],
  guest: [{ guest: [] }],
  user: [{ user: [] }],
  admin: [{ staff: [] }],
  site: [{ siteKey: [], siteTimestamp: [], siteNonce: [], siteSignature: [] }],
  connection: [{ siteKey: [], siteTimestamp: [], siteNonce: [], siteSignature: [] }],
};

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const securitySchemes = () => ({
  user: { type: "http", scheme: "bearer", description: "Access token of a logged-in user" },
  guest: { type: "http", scheme: "bearer", description: "guest_token of one order" },
  staff: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName("admin"),
    description: "Session of the admin pages, same origin only; each shop has a name of its own for it",
  },
  siteKey: header("X-Site-Key", "Key given at pairing"),
  siteTimestamp: header(
    "X-Site-Timestamp",
    `Unix seconds, at most ${callWindow.maxSkewSeconds} from our clock`,
  ),
  siteNonce: header("X-Site-Nonce", "UUID v4, never repeated"),
  siteSignature: header(
    "X-Site-Signature",
    "Lower-case hex HMAC-SHA256 of key + timestamp + nonce + SHA-256 hex of the body",
  ),
});

const envelope = (data: object) => ({
  type: "object",
  required: ["status_code", "msg", "data", "request_id"],
  properties: {
    status_code: { type: "integer", const: 0 },
    msg: { type: "string", const: "success" },
    data,
    request_id: { type: "string", format: "uuid" },
  },
});

const failureSchema = {
  type: "object",
  required: ["status_code", "msg", "data", "request_id"],
  properties: {
    status_code: { type: "integer" },
    msg: { type: "string" },
    // Always null. Generators of clients stop at a member that can be nothing else.
    data: { type: ["object", "null"] },
    request_id: { type: "string", format: "uuid" },
  },
};

/** The error table of a surface, in words. */
function describeErrors(surface: Surface): string {
  const table = errorTable(surface);
  const rows = keysOf(table).map((kind) => {
    const { http, code } = table[kind];
    return [code, `${code} (HTTP ${http}) ${kind}`] as const;
  });
  const byCode = new Map(rows.reverse());
  return [...byCode.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join("; ");
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

/** An absent body counts as `{}`, so it must come where that would be refused. */
function requestBody({ body, upload }: Options) {
  if (upload) {
    const file = { schema: { type: "string", format: "binary", minLength: 1 } };
    return {
      requestBody: { required: true, content: Object.fromEntries(upload.map((type) => [type, file])) },
    };
  }
  if (!body) return {};
  const content = { "application/json": { schema: toSchema(body, "input") } };
  return { requestBody: { required: !body.safeParse({}).success, content } };
}

function successResponse(options: Options) {
  if (options.response === "raw") {
    const content = options.produces && { content: { [options.produces]: { schema: { type: "string" } } } };
    return { description: "Not in the envelope: a file or a gateway's own text", ...content };
  }
  return {
    description: "Success",
    content: { "application/json": { schema: envelope(toSchema(options.response, "output")) } },
  };
}

function describeNeeds({ permission, proved }: Options) {
  const sentences = [
    permission ? `Needs the staff permission ${[permission].flat().join(" and ")}.` : "",
    proved ? provedActSentence(proved) : "",
  ].filter((sentence) => sentence !== "");
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

function describeOperation({ path, method, handler: { options } }: Operation) {
  const errors = { $ref: `#/components/responses/${options.surface}` };
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/[^A-Za-z0-9]+/g, "_").replace(/_$/, "")}`,
    tags: [path.split("/")[0]],
    ...(options.summary ? { summary: options.summary } : {}),
    ...describeNeeds(options),
    security: security[options.auth],
    parameters: [...parameters(options.params, "path"), ...parameters(options.query, "query")],
    ...(hasBody(method) ? requestBody(options) : {}),
    responses: {
      "200": successResponse(options),
      ...(options.cache
        ? { "304": { description: "Not modified since the ETag given in If-None-Match" } }
        : {}),
      default: errors,
    },
  };
}

const errorHeaderDescriptions = {
  [errorHeaders.field]: {
    description: "The member that is wrong, as a dotted path; absent where no member is",
    schema: { type: "string" },
  },
  [errorHeaders.rule]: {
    description:
      "What went wrong, in one word of this list; where no sentence of the list fits, the kind of the error",
    schema: { type: "string", enum: [...new Set<string>([...rules, ...errorKinds])].sort() },
  },
};

const describe = (surface: Surface) => ({
  headers: errorHeaderDescriptions,
  description: `Failure. status_code: ${describeErrors(surface)}`,
  content: { "application/json": { schema: failureSchema } },
});

/** Built of the very options that the routes run with, so that it cannot say anything else. */
export function openApiDocument(operations: readonly Operation[], baseUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = `/api/v1/${operation.path.replace(/\[(\w+)\]/g, "{$1}")}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Keyshelf",
      version,
      description: "A shop for digital goods: storefront, guest and user orders, and site interconnect.",
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: securitySchemes(),
      responses: {
        storefront: describe("storefront"),
        interconnect: describe("interconnect"),
        notification: {
          description: "Refused: the text `fail`",
          content: { "text/plain": { schema: { type: "string" } } },
        },
      },
    },
  };
}
