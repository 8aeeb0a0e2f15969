import { endpoint, route } from "@/lib/http/route";
import { freeDevice } from "@/lib/licenses/free-device";
import { freedDevice, licenseDeviceParams } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Give a device's place of a license back",
      params: licenseDeviceParams,
      response: freedDevice,
    },
    ({ actor, client, params }) =>
      freeDevice(actor, client, { publicId: params.license_id, deviceId: params.device_id }),
  ),
});
