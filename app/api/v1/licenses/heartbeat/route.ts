import { endpoint, route } from "@/lib/http/route";
import { renewLease } from "@/lib/licenses/activate-device";
import { activation, deviceBody } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "renewLease",
      auth: "none",
      limit: "license",
      summary: "Keep the place of a device, and get a fresh license file",
      body: deviceBody,
      response: activation,
    },
    ({ body }) => renewLease(body),
  ),
});
