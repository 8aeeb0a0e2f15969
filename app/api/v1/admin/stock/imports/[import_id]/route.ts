import { endpoint, route } from "@/lib/http/route";
import { getImport } from "@/lib/stock/imports/queries";
import { keyImportParams, keyImportView } from "@/lib/stock/imports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "How far an import of keys is, and what became of its lines",
      params: keyImportParams,
      response: keyImportView,
    },
    async ({ client, params }) => getImport(params.import_id, await client.readLocale()),
  ),
});
