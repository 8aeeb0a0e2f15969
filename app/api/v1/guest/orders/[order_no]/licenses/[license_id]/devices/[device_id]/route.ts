import { endpoint, route } from "@/lib/http/route";
import { freedDevice, orderDeviceParams } from "@/lib/licenses/schema";
import { freeDeviceOfOrder } from "@/lib/orders/buyer/own-licenses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      name: "freeGuestDevice",
      auth: "guest",
      summary: "Give a device's place of a license back",
      params: orderDeviceParams,
      response: freedDevice,
    },
    ({ actor, params }) => freeDeviceOfOrder(actor, params),
  ),
});
