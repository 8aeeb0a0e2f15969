import { answerGateway } from "@/lib/http/gateway-call";
import { endpoint, route } from "@/lib/http/route";

const notification = (name: string) =>
  route(
    {
      name,
      surface: "notification",
      auth: "none",
      response: "raw",
      produces: "text/plain",
      limit: "payment_notification",
      summary: "Payment notification, channel named in the query",
    },
    answerGateway,
  );

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: notification("receiveNotificationByGet"),
  POST: notification("receiveNotification"),
});
