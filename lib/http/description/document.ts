import type { z } from "zod";
import { version } from "../../config/version";
import type { Operation } from "../operations";
import { envelope, failureSchemas, headerComponents, responseComponents } from "./failures";
import { type JsonSchema, refsIn } from "./json-schema";
import { answerName, describeOperation, wantedOf } from "./operation";
import { SchemaBook } from "./schemas";
import { securitySchemes } from "./security";
import { isOfAdmin, tagsOf } from "./tags";
import { describeWebhooks, wantedByWebhooks, webhookParameters, webhookTag } from "./webhooks";

/** `shop`: for everybody, members and partners. `admin`: for staff and their programs. */
export type DocumentKind = "shop" | "admin";

const about = [
  "Every JSON answer has the members `status_code`, `msg`, `data` and `request_id`; `status_code` is 0 on success.",
  "Releases of /api/v1 only add: a client has to ignore members of answers that it does not know, and words that a closed list gets later.",
  "Amounts are strings with two decimals, times ISO 8601 in UTC.",
  "The format `plain-text` is a text that is trimmed and has no control characters.",
].join(" ");

const titles: Record<DocumentKind, string> = { shop: "Keyshelf", admin: "Keyshelf: the admin" };

const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "One key for each order that is meant: sent again with the same body, the answer is that of the first call, and no second order is placed",
    schema: { type: "string", pattern: "^[!-~]{16,255}$" },
    example: "8f0d6a4c-3f0e-4a55-9d0b-1f6a4e0c7d11",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETag of the answer that the caller keeps",
    schema: { type: "string" },
  },
  ...webhookParameters,
};

/** The parts of a kind of components that the document refers to, in the order of their names. */
function used<T>(all: Readonly<Record<string, T>>, kind: string, text: string): Record<string, T> {
  const names = Object.keys(all).filter((name) => text.includes(`"#/components/${kind}/${name}"`));
  return Object.fromEntries(names.sort().map((name) => [name, all[name] as T]));
}

function schemasOf(all: Readonly<Record<string, JsonSchema>>, parts: unknown): Record<string, JsonSchema> {
  const found = refsIn(parts);
  for (const name of found) refsIn(all[name], found);
  return Object.fromEntries([...found].sort().map((name) => [name, all[name] ?? {}]));
}

export interface DescribedApi {
  operations: readonly Operation[];
  names: ReadonlyMap<z.ZodType, string>;
  baseUrl: string;
}

/** Built of the very options that the routes run with, so that it cannot say anything else. */
export function openApiDocument(kind: DocumentKind, { operations, names, baseUrl }: DescribedApi) {
  const own = operations.filter(({ path }) => isOfAdmin(path) === (kind === "admin"));
  const book = new SchemaBook([...own.flatMap(wantedOf), ...wantedByWebhooks()], names);
  const paths: Record<string, Record<string, object>> = {};
  const answers: Record<string, JsonSchema> = {};
  for (const operation of own) {
    const path = `/api/v1/${operation.path.replace(/\[(\w+)\]/g, "{$1}")}`;
    const described = describeOperation(operation, book);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
    if (operation.handler.options.response === "raw") continue;
    const data = book.of(`${operation.name} answer`);
    answers[answerName(data, operation.name)] = envelope(data);
  }
  const webhooks = describeWebhooks(kind, book);
  const placed = { paths, webhooks, responses: responseComponents() };
  const text = JSON.stringify(placed);
  const responses = used(responseComponents(), "responses", text);
  const all = { ...book.components, ...answers, ...failureSchemas() };
  return {
    openapi: "3.1.0",
    info: {
      title: titles[kind],
      version,
      description: about,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}/docs`, description: "The guide for programmers" },
    tags: [...tagsOf(own.map(({ path }) => path)), webhookTag],
    paths,
    webhooks,
    components: {
      schemas: schemasOf(all, [paths, webhooks, responses]),
      responses,
      parameters: used(sharedParameters, "parameters", text),
      headers: used(headerComponents, "headers", JSON.stringify([responses, paths])),
      securitySchemes: usedSchemes([...Object.values(paths), ...Object.values(webhooks)]),
    },
  };
}

function usedSchemes(items: readonly object[]): Record<string, object> {
  const names = new Set(
    items.flatMap((item) =>
      Object.values(item as Record<string, { security: Record<string, unknown>[] }>).flatMap(({ security }) =>
        security.flatMap((one) => Object.keys(one)),
      ),
    ),
  );
  return Object.fromEntries(Object.entries(securitySchemes()).filter(([name]) => names.has(name)));
}
