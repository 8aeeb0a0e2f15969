import { idParams } from "@/lib/core/wire";
import { deliveryTest } from "@/lib/fulfillment/kinds/dynamic/schema";
import { tryServer } from "@/lib/fulfillment/kinds/dynamic/try-server";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Ask an option's delivery server for a test",
      params: idParams,
      response: deliveryTest,
    },
    ({ params }) => tryServer(params.id),
  ),
});
