import * as adminDescription from "@/app/api/v1/admin/openapi.json/route";
import { schemaNames } from "@/app/api/v1/description";
import * as shopDescription from "@/app/api/v1/openapi.json/route";
import { apiOperations } from "@/app/api/v1/operations";
import { type DocumentKind, openApiDocument } from "@/lib/http/description/document";
import type { JsonSchema } from "@/lib/http/description/json-schema";
import { listOperations, type Operation } from "@/lib/http/operations";

type Refers = { $ref: string };
type Content = Record<string, { schema: JsonSchema }>;

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: ({ name: string; in: string; required: boolean; schema: JsonSchema } & Partial<Refers>)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<
    string,
    { description?: string; headers?: Record<string, Refers>; content?: Content; $ref?: string }
  >;
}

export interface Description {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, { description: string; headers?: Record<string, Refers>; content: Content }>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    parameters: Record<string, { name: string; in: string; schema: JsonSchema }>;
    securitySchemes: Record<string, object>;
  };
}

/** Every operation of the API, with those that answer its descriptions. */
export const describedOperations = async (): Promise<Operation[]> => [
  ...(await apiOperations()),
  ...(await listOperations({
    "openapi.json": async () => shopDescription,
    "admin/openapi.json": async () => adminDescription,
  })),
];

export const documentKinds = ["shop", "admin"] as const satisfies readonly DocumentKind[];

const made = new Map<DocumentKind, Promise<Description>>();

async function make(kind: DocumentKind): Promise<Description> {
  const [operations, names] = await Promise.all([describedOperations(), schemaNames()]);
  const document = openApiDocument(kind, { operations, names, baseUrl: "http://localhost:8080" });
  return JSON.parse(JSON.stringify(document)) as Description;
}

/** The description as it is served. */
export function readDescription(kind: DocumentKind): Promise<Description> {
  const found = made.get(kind) ?? make(kind);
  made.set(kind, found);
  return found;
}

/** A schema with the components that it names in their places. */
export function resolved(document: Description, schema: JsonSchema): JsonSchema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string") return schema;
  const component = document.components.schemas[$ref.replace("#/components/schemas/", "")];
  if (!component) throw new Error(`${$ref} leads nowhere`);
  return { ...resolved(document, component), ...beside };
}

/** The members of an object below a schema, each resolved. */
export function membersOf(document: Description, schema: JsonSchema): Record<string, JsonSchema> {
  const { properties = {} } = resolved(document, schema) as { properties?: Record<string, JsonSchema> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, resolved(document, part)]),
  );
}

export const operationsIn = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
