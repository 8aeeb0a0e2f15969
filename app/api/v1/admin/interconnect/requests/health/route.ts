import { endpoint, route } from "@/lib/http/route";
import { healthList } from "@/lib/interconnect/main/admin/log-schema";
import { readRequestHealth } from "@/lib/interconnect/sql";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      response: healthList,
    },
    async () => ({ health: await readRequestHealth() }),
  ),
});
