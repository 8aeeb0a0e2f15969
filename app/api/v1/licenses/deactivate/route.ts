import { endpoint, route } from "@/lib/http/route";
import { deactivateDevice } from "@/lib/licenses/activate-device";
import { deactivation, deviceBody } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "deactivateDevice",
      auth: "none",
      limit: "license",
      summary: "Give the place of a device back",
      body: deviceBody,
      response: deactivation,
    },
    ({ body }) => deactivateDevice(body),
  ),
});
