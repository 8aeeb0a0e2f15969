import { endpoint, route } from "@/lib/http/route";
import { getLicense } from "@/lib/licenses/queries";
import { license, licenseParams } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getLicense",
      auth: "none",
      limit: "license",
      summary: "The state of a license by its id",
      params: licenseParams,
      response: license,
    },
    ({ params }) => getLicense(params.license_id),
  ),
});
