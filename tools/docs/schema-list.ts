import { readdirSync } from "node:fs";
import path from "node:path";

/** app/api/v1/schema-modules.ts: every file of lib that holds wire shapes. */
export function schemaList(root: string): string {
  const files = readdirSync(path.join(root, "lib"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /(^|[/-])(schema|told-shape)\.ts$/.test(file))
    .sort();
  return [
    "// Written by `npm run docs` from the tree.",
    'import type { SchemaModule } from "@/lib/http/description/schema-names";',
    "",
    "/** Every file that holds wire shapes: their exports name the components of the description. */",
    "export const schemaModules: readonly (() => Promise<SchemaModule>)[] = [",
    ...files.map((file) => `  () => import("@/lib/${file.replace(/\.ts$/, "")}"),`),
    "];",
    "",
  ].join("\n");
}
