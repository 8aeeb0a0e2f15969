import { streamDownload } from "@/lib/http/answer/download";
import { operation, resource } from "@/lib/http/route";
import { exportReceived } from "@/lib/interconnect/agent/admin/export-received";
import { listReceivedCallbacks } from "@/lib/interconnect/agent/admin/queries";
import { callbackLog, callbackLogQuery } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/received-callbacks",
  {
    exportReceivedCallbacks: operation("GET /export", {
      permission: "interconnect:read",
      query: callbackLogQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered received callbacks as CSV, oldest first",
      handle: async ({ actor, client, query }) =>
        streamDownload("received-callbacks.csv", "text/csv", await exportReceived(actor, client, query)),
    }),
    listReceivedCallbacks: operation("GET /", {
      permission: "interconnect:read",
      query: callbackLogQuery,
      response: callbackLog,
      handle: ({ query }) => listReceivedCallbacks(query),
    }),
  },
);
