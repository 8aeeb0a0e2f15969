import { endpoint, route } from "@/lib/http/route";
import { rotateSigningKey } from "@/lib/licenses/change-license";
import { rotatedKey, rotateKeyBody } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      proved: "license.withdraw",
      body: rotateKeyBody,
      summary: "Sign license files with a new key from now on",
      response: rotatedKey,
    },
    ({ actor, client, body }) => rotateSigningKey(actor, client, body),
  ),
});
