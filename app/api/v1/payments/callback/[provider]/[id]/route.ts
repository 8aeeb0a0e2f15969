import { answerGateway } from "@/lib/http/gateway-call";
import { endpoint, route } from "@/lib/http/route";
import { callbackPath } from "@/lib/payments/schema";

const notification = (name: string) =>
  route(
    {
      name,
      surface: "notification",
      auth: "none",
      params: callbackPath,
      response: "raw",
      produces: "text/plain",
      limit: "payment_notification",
      summary: "Payment notification, channel named in the path",
    },
    ({ params, ...call }) => answerGateway({ ...call, path: params }),
  );

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: notification("receiveChannelNotificationByGet"),
  POST: notification("receiveChannelNotification"),
});
