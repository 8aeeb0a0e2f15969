import { deliveryAnswer, takenAnswer } from "@/lib/fulfillment/kinds/dynamic/schema";
import { endpoint, route } from "@/lib/http/route";
import { bodyCaps } from "@/lib/http/surfaces";
import { receiveAnswer } from "@/lib/orders/delivery-requests/receive-answer";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "receiveDeliveryAnswer",
      auth: "none",
      limit: "license",
      bodyCap: bodyCaps.storefront,
      summary: "A delivery server's later answer, signed by Standard Webhooks",
      body: deliveryAnswer,
      response: takenAnswer,
    },
    ({ request, rawBody, body }) => receiveAnswer(request.headers, rawBody, body),
  ),
});
