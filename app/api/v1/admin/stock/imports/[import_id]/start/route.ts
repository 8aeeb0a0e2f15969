import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { startImport } from "@/lib/stock/imports/open-import";
import { keyImportParams, startKeyImportBody } from "@/lib/stock/imports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "The text is complete: check it, or store its keys",
      params: keyImportParams,
      body: startKeyImportBody,
      response: savedId,
    },
    ({ actor, client, params, body }) => startImport(actor, client, params.import_id, body),
  ),
});
