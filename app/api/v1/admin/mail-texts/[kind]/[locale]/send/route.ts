import { endpoint, route } from "@/lib/http/route";
import { mailTested } from "@/lib/notifications/schema";
import { sendTestMail } from "@/lib/notifications/send-mail";
import { previewMailText } from "@/lib/notifications/texts/mail-texts";
import { mailPartsBody, mailTextParams } from "@/lib/notifications/texts/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      summary:
        "The mail as these texts would make it, of sample data, to one's own address now; nothing is stored",
      params: mailTextParams,
      body: mailPartsBody,
      response: mailTested,
    },
    async ({ actor, params, body }) => sendTestMail(actor.email, await previewMailText(params, body)),
  ),
});
