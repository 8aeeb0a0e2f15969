import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { resendMail } from "@/lib/notifications/resend-mail";
import { mailParams, mailRow } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      params: mailParams,
      response: mailRow,
      summary: "Send a mail again",
    },
    ({ actor, params, client }) => resendMail(params.id, auditBy(actor, client)),
  ),
});
