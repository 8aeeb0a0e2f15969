import { savedId } from "@/lib/core/wire";
import { mailVersion } from "@/lib/fulfillment/kinds/file/mail-version";
import { removeVersion } from "@/lib/fulfillment/kinds/file/remove-version";
import { mailedVersion, versionParams } from "@/lib/fulfillment/kinds/file/schema";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/file-versions",
  {
    mailFileVersion: operation("POST /[version_id]/mail", {
      permission: "catalogue:write",
      summary: "Tell those who bought a file of its new version, each by one mail",
      params: versionParams,
      response: mailedVersion,
      handle: ({ actor, client, params }) => mailVersion(actor, client, params.version_id),
    }),
    removeFileVersion: operation("DELETE /[version_id]", {
      byPermissions: true,
      summary: "Remove a version of a file; buyers get the one before. A file for one order goes as well",
      params: versionParams,
      response: savedId,
      handle: ({ actor, client, params }) => removeVersion(actor, client, params.version_id),
    }),
  },
);
