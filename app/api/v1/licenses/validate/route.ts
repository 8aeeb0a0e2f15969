import { endpoint, route } from "@/lib/http/route";
import { validateLicense } from "@/lib/licenses/queries";
import { validateBody, validation } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "validateLicense",
      auth: "none",
      limit: "license",
      summary: "Whether a license is good now",
      body: validateBody,
      response: validation,
    },
    ({ body }) => validateLicense(body),
  ),
});
