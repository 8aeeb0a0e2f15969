import { idParams } from "@/lib/core/wire";
import { createVersion } from "@/lib/fulfillment/kinds/file/create-version";
import { listFiles } from "@/lib/fulfillment/kinds/file/list-files";
import { adminFileList, newVersion, newVersionBody } from "@/lib/fulfillment/kinds/file/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "The files of an option with their versions",
      params: idParams,
      response: adminFileList,
    },
    ({ params }) => listFiles(params.id),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary:
        "Begin the upload of a file or of a new version: its bytes go to `upload_url` by the tus protocol",
      params: idParams,
      body: newVersionBody,
      response: newVersion,
    },
    ({ actor, client, params, body }) => createVersion(actor, client, params.id, body),
  ),
});
