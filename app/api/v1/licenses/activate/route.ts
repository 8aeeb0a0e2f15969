import { endpoint, route } from "@/lib/http/route";
import { activateDevice } from "@/lib/licenses/activate-device";
import { activateBody, activation } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "activateDevice",
      auth: "none",
      limit: "license",
      summary: "Activate a license on a device",
      body: activateBody,
      response: activation,
    },
    ({ body }) => activateDevice(body),
  ),
});
