import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportLines } from "@/lib/stock/imports/queries";
import { keyImportParams } from "@/lib/stock/imports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "The lines that became no key, by number and reason",
      params: keyImportParams,
      response: "raw",
      produces: "text/csv",
    },
    async ({ params }) =>
      streamDownload(`import-${params.import_id}-lines.csv`, "text/csv", await exportLines(params.import_id)),
  ),
});
