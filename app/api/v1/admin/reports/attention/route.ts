import { endpoint, route } from "@/lib/http/route";
import { countAttention } from "@/lib/reports/attention";
import { attention } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      summary: "How many things of each kind wait for a person",
      response: attention,
    },
    ({ actor }) => countAttention(actor),
  ),
});
