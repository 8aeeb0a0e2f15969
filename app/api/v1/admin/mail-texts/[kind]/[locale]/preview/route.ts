import { endpoint, route } from "@/lib/http/route";
import { previewMailText } from "@/lib/notifications/texts/mail-texts";
import { mailPartsBody, mailPreview, mailTextParams } from "@/lib/notifications/texts/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:read",
      summary: "The mail as these texts would make it, of sample data; nothing is stored",
      params: mailTextParams,
      body: mailPartsBody,
      response: mailPreview,
    },
    ({ params, body }) => previewMailText(params, body),
  ),
});
