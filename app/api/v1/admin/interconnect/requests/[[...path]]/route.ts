import { operation, resource } from "@/lib/http/route";
import { listRequests } from "@/lib/interconnect/main/admin/log-queries";
import { healthList, requestLog, requestLogQuery } from "@/lib/interconnect/main/admin/log-schema";
import { readRequestHealth } from "@/lib/interconnect/sql";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/requests",
  {
    getRequestHealth: operation("GET /health", {
      permission: "interconnect:read",
      response: healthList,
      handle: async () => ({ health: await readRequestHealth() }),
    }),
    listSiteRequests: operation("GET /", {
      permission: "interconnect:read",
      query: requestLogQuery,
      response: requestLog,
      handle: ({ query }) => listRequests(query),
    }),
  },
);
