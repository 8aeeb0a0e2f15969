import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { openImport } from "@/lib/stock/imports/open-import";
import { listImports } from "@/lib/stock/imports/queries";
import { keyImportList, keyImportQuery, newKeyImportBody } from "@/lib/stock/imports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "Imports of keys, the newest first",
      query: keyImportQuery,
      response: keyImportList,
    },
    async ({ client, query }) => listImports(query, await client.readLocale()),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "Begin an import of keys: its text is sent in pieces, and a job reads it",
      body: newKeyImportBody,
      response: savedId,
    },
    ({ actor, body }) => openImport(actor, body),
  ),
});
