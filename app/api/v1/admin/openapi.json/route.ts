import { endpoint, route } from "@/lib/http/route";
import { answerDescription, descriptionRoute } from "../../description";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "describeAdminApi",
      auth: "admin",
      summary: "This description, as OpenAPI 3.1",
      ...descriptionRoute,
    },
    ({ request }) => answerDescription("admin", request, { "admin/openapi.json": async () => ({ GET }) }),
  ),
});
