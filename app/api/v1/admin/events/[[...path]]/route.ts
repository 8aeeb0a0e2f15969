import { operation, resource } from "@/lib/http/route";
import { listEvents } from "@/lib/operations/events/list-events";
import { eventPage, eventQuery } from "@/lib/operations/events/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/events", {
  listEvents: operation("GET /", {
    permission: ["orders:read", "stock:read"],
    query: eventQuery,
    response: eventPage,
    summary: "What happened, in order: events of orders and stock behind one that the caller has",
    handle: ({ query }) => listEvents(query),
  }),
});
