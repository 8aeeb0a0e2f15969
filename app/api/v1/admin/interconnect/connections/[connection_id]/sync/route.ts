import { endpoint, route } from "@/lib/http/route";
import { connectionParams, syncRunList, syncStarted } from "@/lib/interconnect/agent/admin/schema";
import { listSyncRuns } from "@/lib/interconnect/agent/admin-queries";
import { startSync } from "@/lib/interconnect/agent/start-sync";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: connectionParams,
      response: syncRunList,
    },
    ({ params }) => listSyncRuns(params.connection_id),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      response: syncStarted,
    },
    async ({ actor, client, params }) => {
      await startSync(actor, client, params.connection_id);
      return { started: true };
    },
  ),
});
