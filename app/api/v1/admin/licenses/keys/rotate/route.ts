import { endpoint, route } from "@/lib/http/route";
import { rotateSigningKey } from "@/lib/licenses/change-license";
import { rotatedKey } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      summary: "Sign license files with a new key from now on",
      response: rotatedKey,
    },
    ({ actor, client }) => rotateSigningKey(actor, client),
  ),
});
