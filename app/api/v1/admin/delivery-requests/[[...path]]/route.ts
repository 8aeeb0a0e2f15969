import { savedId } from "@/lib/core/wire";
import {
  deliveryRequestList,
  deliveryRequestQuery,
  requestParams,
} from "@/lib/fulfillment/kinds/dynamic/schema";
import { csvOperation, operation, resource } from "@/lib/http/route";
import { listRequests, retryRequest } from "@/lib/orders/delivery-requests/admin-requests";
import { exportRequests } from "@/lib/orders/delivery-requests/export-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/delivery-requests",
  {
    retryDeliveryRequest: operation("POST /[request_id]/retry", {
      permission: "orders:write",
      summary: "Ask a delivery server again at once",
      params: requestParams,
      response: savedId,
      handle: ({ actor, client, params }) => retryRequest(actor, client, params.request_id),
    }),
    exportDeliveryRequests: csvOperation("GET /export", {
      permission: "orders:write",
      query: deliveryRequestQuery,
      summary: "The filtered delivery requests as CSV, oldest first",
      file: "delivery-requests.csv",
      read: exportRequests,
    }),
    listDeliveryRequests: operation("GET /", {
      permission: "orders:write",
      summary: "What the sellers' servers were asked to make",
      query: deliveryRequestQuery,
      response: deliveryRequestList,
      handle: ({ query }) => listRequests(query),
    }),
  },
);
