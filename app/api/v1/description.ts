import { getConfig } from "@/lib/config/config";
import { etagOf, knowsEtag } from "@/lib/http/answer/etag";
import { type DocumentKind, openApiDocument } from "@/lib/http/description/document";
import { namesOf } from "@/lib/http/description/schema-names";
import { listOperations, type RouteModule } from "@/lib/http/operations";
import { apiOperations } from "./operations";
import { schemaModules } from "./schema-modules";

export const schemaNames = async () => namesOf(await Promise.all(schemaModules.map((load) => load())));

/** The route of a description, which stands in it as well. */
type Own = Readonly<Record<string, () => Promise<RouteModule>>>;

async function write(kind: DocumentKind, own: Own) {
  const [others, itself, names] = await Promise.all([apiOperations(), listOperations(own), schemaNames()]);
  const operations = [...others, ...itself];
  const text = JSON.stringify(
    openApiDocument(kind, { operations, names, baseUrl: getConfig().server.baseUrl }),
  );
  return { text, etag: etagOf(text) };
}

const written: Partial<Record<DocumentKind, ReturnType<typeof write>>> = {};

/** Not in the envelope, since no tool would read it there. */
export async function answerDescription(kind: DocumentKind, request: Request, own: Own): Promise<Response> {
  written[kind] ??= write(kind, own);
  const { text, etag } = await written[kind];
  const whose = kind === "admin" ? "private" : "public";
  const headers = {
    "Content-Type": "application/vnd.oai.openapi+json; version=3.1",
    "Cache-Control": `${whose}, max-age=300, stale-while-revalidate=600`,
    ETag: etag,
  };
  if (knowsEtag(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

export const descriptionRoute = {
  response: "raw",
  produces: "application/vnd.oai.openapi+json; version=3.1",
  rawAnswers: { "200": "The description", "304": "Not modified since the ETag given in If-None-Match" },
} as const;
