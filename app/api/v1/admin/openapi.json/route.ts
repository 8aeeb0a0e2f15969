import { endpoint, route } from "@/lib/http/route";
import { answerDescription, descriptionRoute } from "../../description";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "describeAdminApi",
      auth: "admin",
      // A program of staff learns from it what it may ask for; it tells nothing of the shop.
      byPermissions: true,
      summary: "This description, as OpenAPI 3.1",
      ...descriptionRoute,
    },
    ({ request }) => answerDescription("admin", request, { "admin/openapi.json": async () => ({ GET }) }),
  ),
});
