import { endpoint, route } from "@/lib/http/route";
import { getMailHealth } from "@/lib/notifications/mail-health";
import { mailHealth } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:read",
      response: mailHealth,
      summary: "Whether the mail server takes the shop's mails",
    },
    () => getMailHealth(),
  ),
});
