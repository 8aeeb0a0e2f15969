import { readdirSync } from "node:fs";
import path from "node:path";

/** Routes that answer unknown paths, and the descriptions, which are made of all others. */
const others = ["[[...path]]/route.ts", "openapi.json/route.ts", "admin/openapi.json/route.ts"];

/** A line is at most 110 characters long. */
function lineOf(route: string): string {
  const key = /^\w+$/.test(route) ? route : `"${route}"`;
  const line = `  ${key}: () => import("./${route}/route"),`;
  return line.length <= 110 ? line : `  ${key}: () =>\n    import("./${route}/route"),`;
}

/** app/api/v1/route-modules.ts: every route file of the API. */
export function routeList(root: string): string {
  const files = readdirSync(path.join(root, "app/api/v1"), { recursive: true, encoding: "utf8" });
  const routes = files
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith("/route.ts") && !others.includes(file))
    .sort()
    .map((file) => file.replace(/\/route\.ts$/, ""));
  return [
    "// Written by `npm run docs` from the tree.",
    'import type { RouteModule } from "@/lib/http/operations";',
    "",
    "/**",
    " * Every route file below /api/v1 but the descriptions, which are made of them: for these, and for server/serve.ts, which",
    " * answers them itself.",
    " */",
    "export const routeModules: Readonly<Record<string, () => Promise<RouteModule>>> = {",
    ...routes.map(lineOf),
    "};",
    "",
  ].join("\n");
}
