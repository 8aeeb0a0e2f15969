import { endpoint, route } from "@/lib/http/route";
import { revealSecret } from "@/lib/stock/admin-queries";
import { revealedSecret, secretParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      params: secretParams,
      response: revealedSecret,
    },
    ({ actor, client, params }) => revealSecret(actor, client, params.secret_id),
  ),
});
