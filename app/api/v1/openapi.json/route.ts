import { getConfig } from "@/lib/config/config";
import { openApiDocument, type RouteModule } from "@/lib/http/openapi";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { routeModules } from "../route-modules";

let document: Promise<string> | undefined;

async function build(): Promise<string> {
  const modules = await Promise.all(
    Object.entries(routeModules).map(
      async ([path, load]): Promise<[string, RouteModule]> => [path, await load()],
    ),
  );
  const own: [string, RouteModule] = ["openapi.json", { GET }];
  return JSON.stringify(openApiDocument(Object.fromEntries([...modules, own]), getConfig().server.baseUrl));
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
    async () => {
      document ??= build();
      return new Response(await document, {
        headers: {
          "Content-Type": "application/vnd.oai.openapi+json; version=3.1",
          "Cache-Control": "public, max-age=300, stale-while-revalidate=600",
        },
      });
    },
  ),
});
