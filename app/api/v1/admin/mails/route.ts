import { endpoint, route } from "@/lib/http/route";
import { listMails } from "@/lib/notifications/admin-queries";
import { mailPage, mailQuery } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:read",
      query: mailQuery,
      response: mailPage,
      summary: "Mails sent, waiting, failed, or kept in the outbox",
    },
    ({ query }) => listMails(query),
  ),
});
