import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { cancelImport } from "@/lib/stock/imports/open-import";
import { keyImportParams } from "@/lib/stock/imports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "Stop an import; what it has stored stays",
      params: keyImportParams,
      response: savedId,
    },
    ({ actor, client, params }) => cancelImport(actor, client, params.import_id),
  ),
});
