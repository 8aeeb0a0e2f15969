import { endpoint, route } from "@/lib/http/route";
import { readCallbackHealth } from "@/lib/interconnect/call-health";
import { healthList } from "@/lib/interconnect/main/admin/log-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      response: healthList,
    },
    async () => ({ health: await readCallbackHealth() }),
  ),
});
