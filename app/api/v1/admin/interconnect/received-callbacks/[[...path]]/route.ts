import { csvOperation, operation, resource } from "@/lib/http/route";
import { exportReceived } from "@/lib/interconnect/agent/admin/export-received";
import { listReceivedCallbacks } from "@/lib/interconnect/agent/admin/queries";
import { callbackLog, callbackLogQuery } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/received-callbacks",
  {
    exportReceivedCallbacks: csvOperation("GET /export", {
      permission: "interconnect:read",
      query: callbackLogQuery,
      summary: "The filtered received callbacks as CSV, oldest first",
      file: "received-callbacks.csv",
      read: exportReceived,
    }),
    listReceivedCallbacks: operation("GET /", {
      permission: "interconnect:read",
      query: callbackLogQuery,
      response: callbackLog,
      handle: ({ query }) => listReceivedCallbacks(query),
    }),
  },
);
