import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { resendMails } from "@/lib/notifications/resend-mail";
import { mailsResent, resendMailsBody } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      body: resendMailsBody,
      response: mailsResent,
      summary: "Send several mails again: those that are named, or a piece of what a filter finds",
    },
    ({ actor, client, body }) => resendMails(body, auditBy(actor, client)),
  ),
});
