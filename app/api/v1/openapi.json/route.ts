import { getConfig } from "@/lib/config/config";
import { etagOf, knowsEtag } from "@/lib/http/etag";
import { openApiDocument, type RouteModule } from "@/lib/http/openapi";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { routeModules } from "../route-modules";

let document: Promise<{ text: string; etag: string }> | undefined;

async function build() {
  const modules = await Promise.all(
    Object.entries(routeModules).map(
      async ([path, load]): Promise<[string, RouteModule]> => [path, await load()],
    ),
  );
  const own: [string, RouteModule] = ["openapi.json", { GET }];
  const text = JSON.stringify(
    openApiDocument(Object.fromEntries([...modules, own]), getConfig().server.baseUrl),
  );
  return { text, etag: etagOf(text) };
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: publicRead.surface,
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
