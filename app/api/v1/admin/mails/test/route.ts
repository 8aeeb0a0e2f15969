import { endpoint, route } from "@/lib/http/route";
import { mailTested } from "@/lib/notifications/schema";
import { sendTestMail } from "@/lib/notifications/send-mail";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      response: mailTested,
      summary: "Send a test mail to one's own address now",
    },
    ({ actor }) => sendTestMail(actor.email),
  ),
});
