import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { resendFailedMails } from "@/lib/notifications/resend-mail";
import { mailsQueued } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      response: mailsQueued,
      summary: "Send every mail again that was given up, one-time codes left out",
    },
    ({ actor, client }) => resendFailedMails(auditBy(actor, client)),
  ),
});
