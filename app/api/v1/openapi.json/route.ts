import { getConfig } from "@/lib/config/config";
import { etagOf, knowsEtag } from "@/lib/http/answer/etag";
import { openApiDocument } from "@/lib/http/openapi";
import { listOperations } from "@/lib/http/operations";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { apiOperations } from "../operations";

let document: Promise<{ text: string; etag: string }> | undefined;

async function build() {
  const own = await listOperations({ "openapi.json": async () => ({ GET }) });
  const text = JSON.stringify(
    openApiDocument([...(await apiOperations()), ...own], getConfig().server.baseUrl),
  );
  return { text, etag: etagOf(text) };
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "describeApi",
      auth: publicRead.auth,
      limit: publicRead.limit,
      summary: "This description, as OpenAPI 3.1",
      response: "raw",
    },
    async ({ request }) => {
      document ??= build();
      const { text, etag } = await document;
      const headers = {
        "Content-Type": "application/vnd.oai.openapi+json; version=3.1",
        "Cache-Control": "public, max-age=300, stale-while-revalidate=600",
        ETag: etag,
      };
      if (knowsEtag(request, etag)) return new Response(null, { status: 304, headers });
      return new Response(text, { headers });
    },
  ),
});
