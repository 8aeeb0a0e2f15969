import { endpoint, route } from "@/lib/http/route";
import { listMailTexts } from "@/lib/notifications/texts/mail-texts";
import { mailTextList } from "@/lib/notifications/texts/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:read",
      summary: "The texts of mails to customers, by kind and language",
      response: mailTextList,
    },
    () => listMailTexts(),
  ),
});
