import { deleteView } from "@/lib/accounts/staff/views/saved-views";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      params: idParams,
      response: savedId,
      summary: "Delete one of the own saved views",
    },
    ({ actor, params }) => deleteView(actor, params.id),
  ),
});
