import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { getMailText, resetMailText, saveMailText } from "@/lib/notifications/texts/mail-texts";
import { mailTextBody, mailTextOut, mailTextParams } from "@/lib/notifications/texts/schema";

const common = {
  surface: "storefront",
  auth: "admin",
  params: mailTextParams,
  response: mailTextOut,
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { ...common, permission: "settings:read", summary: "The text of one kind of mail in one language" },
    ({ params }) => getMailText(params),
  ),
  PUT: route(
    {
      ...common,
      permission: "settings:write",
      summary: "Own texts for one kind of mail; what is empty is the standard text",
      body: mailTextBody,
    },
    ({ actor, client, params, body }) => saveMailText(params, body, auditBy(actor, client)),
  ),
  DELETE: route(
    { ...common, permission: "settings:write", summary: "The standard text again" },
    ({ actor, client, params }) => resetMailText(params, auditBy(actor, client)),
  ),
});
