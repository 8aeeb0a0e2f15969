import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { answerDescription, descriptionRoute } from "../description";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "describeApi",
      auth: publicRead.auth,
      limit: publicRead.limit,
      summary: "This description, as OpenAPI 3.1",
      ...descriptionRoute,
    },
    ({ request }) => answerDescription("shop", request, { "openapi.json": async () => ({ GET }) }),
  ),
});
